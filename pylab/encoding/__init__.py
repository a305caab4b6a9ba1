"""Encodings: their files, headers and statements, and the program put together from them."""
