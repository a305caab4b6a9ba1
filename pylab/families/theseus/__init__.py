"""The labyrinth of Theseus (D. Wells, H. Hemme): a walker who must turn in every room."""
