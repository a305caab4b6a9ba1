"""Pictures: shapes as SVG, colours and themes, boards, edges; knows no puzzle."""
