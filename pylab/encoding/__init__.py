"""Encodings: their files, heads and statements, and the program put together from them."""
