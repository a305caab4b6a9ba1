# Facts of levels in XSB's characters:  awk -f xsb.awk levels.txt > instances/levels.lp
#   # a wall   @ the worker   $ a crate   . a target   + the worker on a target   * a crate on a target
# Of several levels, which other lines part, the file's #1, #2, ... are the puzzles.

function visit(x, y,    where) {
    if (at[x, y] == "" || at[x, y] == "#" || seen[x, y]++) return
    where = "(" x - 1 "," y - 1 ")."
    facts = facts "cell" where
    if (at[x, y] ~ /[@+]/) facts = facts " worker" where
    if (at[x, y] ~ /[$*]/) facts = facts " crate" where
    if (at[x, y] ~ /[.+*]/) facts = facts " target" where
    facts = facts "\n"
    visit(x + 1, y); visit(x, y + 1); visit(x - 1, y); visit(x, y - 1)
}

function level(    p, xy) {
    for (p in at) if (at[p] ~ /[@+]/) { split(p, xy, SUBSEP); visit(xy[1], xy[2]) }
    if (facts) levels[++count] = facts
    facts = ""; row = 0; split("", at); split("", seen)
}

/#/ && /^[-_ #@$.+*]*\r?$/ { row++; for (x = 1; x <= length($0); x++) at[x, row] = substr($0, x, 1); next }
{ level() }
END { level(); for (n = 1; n <= count; n++) printf "%s%s", (count > 1 ? "=== " n "\n" : ""), levels[n] }
