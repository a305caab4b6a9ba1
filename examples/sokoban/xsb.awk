# Facts of a level in XSB's characters:  awk -f xsb.awk level.txt > instances/level.lp
#   # a wall   @ the worker   $ a crate   . a target   + the worker on a target   * a crate on a target

function visit(x, y,    where) {
    if (at[x, y] == "" || at[x, y] == "#" || seen[x, y]++) return
    where = "(" x - 1 "," y - 1 ")."
    printf "cell%s", where
    if (at[x, y] ~ /[@+]/) printf " worker%s", where
    if (at[x, y] ~ /[$*]/) printf " crate%s", where
    if (at[x, y] ~ /[.+*]/) printf " target%s", where
    print ""
    visit(x + 1, y); visit(x, y + 1); visit(x - 1, y); visit(x, y - 1)
}

{ for (x = 1; x <= length($0); x++) at[x, NR] = substr($0, x, 1) }
END { for (p in at) if (at[p] ~ /[@+]/) { split(p, xy, SUBSEP); visit(xy[1], xy[2]) } }
