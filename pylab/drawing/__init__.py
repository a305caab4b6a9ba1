"""Pictures: SVG shapes, colours and themes, boards, edges; knows no puzzle."""
