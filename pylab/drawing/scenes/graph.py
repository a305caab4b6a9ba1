def read(*a): return None
