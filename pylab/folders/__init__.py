"""Families that are given by a folder of rules, or by one file; knows no family in Python."""
