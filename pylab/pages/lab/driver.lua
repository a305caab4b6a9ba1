-- Leads clingo as pylab's own driver does: in one go, or step by step; prints what it finds.
clingo = require("clingo")

local SEPARATOR = "\31"
local function out(...) print(table.concat({ ... }, SEPARATOR)) end

local function largest(control, name)
  local most = nil
  for atom in control.symbolic_atoms:by_signature(name, 1) do
    local term = atom.symbol.arguments[1]
    if atom.is_fact and term.type == clingo.SymbolType.Number and (most == nil or term.number > most) then
      most = term.number
    end
  end
  return most
end

local function refused(control)
  if not REFUSES then return false end
  for atom in control.symbolic_atoms:by_signature("refused", 1) do
    local term = atom.symbol.arguments[1]
    if atom.is_fact and term.type == clingo.SymbolType.String then
      out("refused", term.string)
      return true
    end
  end
  return false
end

-- Which steps the program is asked at, as `Schedule.read` in engines/stepping.py says; nil if refused.
local function schedule(control)
  local found = { horizon = largest(control, "horizon"), limit = largest(control, "search_limit"), imin = 0, stop = "SAT" }
  local function number_of(name, expected, default)
    local value = control:get_const(name)
    if value == nil or tostring(value) == default then return true end
    if value.type == clingo.SymbolType.Number then return true, value.number end
    out("refused", "expected " .. expected .. " for " .. name .. ", found " .. tostring(value))
    return false
  end
  local fine, imin, imax
  fine, imin = number_of("imin", "a number")
  if not fine then return nil end
  fine, imax = number_of("imax", "a number")
  if not fine then return nil end
  if LENGTH ~= "" then
    fine, found.only = number_of("length", "a number or " .. LENGTH, LENGTH)
    if not fine then return nil end
  end
  local stop = control:get_const("istop")
  if stop ~= nil then found.stop = string.upper((string.gsub(tostring(stop), '"', ""))) end
  if found.stop ~= "SAT" and found.stop ~= "UNSAT" and found.stop ~= "UNKNOWN" then
    out("refused", 'expected "SAT", "UNSAT" or "UNKNOWN" for istop, found ' .. found.stop)
    return nil
  end
  found.imin = imin or 0
  if imax and (found.limit == nil or imax - 1 < found.limit) then found.limit = imax - 1 end
  for _, step in pairs({ found.horizon or math.huge, found.limit or math.huge, found.only or math.huge }) do
    found.last = math.min(found.last or step, step)
  end
  return found
end

local function query(step) return clingo.Function("query", { clingo.Number(step) }) end

local function parts(step)
  local number = { clingo.Number(step) }
  if step == 0 then return { { "base", {} }, { "check", number } } end
  return { { "step", number }, { "check", number } }
end

local function words(symbols)
  local found = {}
  for i, symbol in ipairs(symbols) do found[i] = tostring(symbol) end
  return found
end

-- one call of the solver: how many answers there were, and whether these are all
local function solve(control, step)
  local count = 0
  local result = control:solve({ on_model = function(model)
    if MODELS == 1 or #model.cost == 0 or model.optimality_proven then count = count + 1 end
    local cost = {}
    for i, part in ipairs(model.cost) do cost[i] = tostring(part) end
    local proven = model.optimality_proven and "proven" or ""
    out("model", tostring(step), table.concat(cost, " "), proven, table.unpack(words(model:symbols({ shown = true }))))
  end })
  return count, result.exhausted
end

local function configure(control)
  local settings = control.configuration.solve
  if CONSEQUENCES ~= "" then
    settings.enum_mode = CONSEQUENCES
    settings.models = 0
    if OPTIMISING then settings.opt_mode = "optN" end
  elseif OPTIMISING then
    settings.opt_mode = MODELS == 1 and "opt" or "optN"
    settings.models = 0
  else
    settings.project = "show"
    settings.models = MODELS
  end
end

-- facts as they are, whatever constants the rules have; what else an answer shows, numbers and tuples, is left out
local function give(control, symbols)
  local backend = control:backend()
  for _, symbol in ipairs(symbols) do
    if symbol.type == clingo.SymbolType.Function and symbol.name ~= "" then
      backend:add_rule({ head = { backend:add_atom(symbol) }, body = {} })
    end
  end
  backend:close()
end

local function objects(symbols)
  for _, each in ipairs(symbols) do
    if each.type == clingo.SymbolType.Function and each.positive and each.name == "wrong" then return true end
  end
  return false
end

-- the first answer set, or the best one, of what is true without a search for steps; of a judge's, one without objections
local function evaluate(control)
  give(control, START)
  control:ground({ { "base", {} } })
  local judging = MODE == "judge" and not OPTIMISING
  control.configuration.solve.models = (OPTIMISING or judging) and 0 or 2
  local count, found = 0, nil
  control:solve({ on_model = function(model)
    count = OPTIMISING and 1 or count + 1
    local symbols = model:symbols(MODE == "evaluate" and { atoms = true } or { shown = true })
    local right = judging and not objects(symbols)
    if right or count == 1 then found = words(symbols) end
    return not right
  end })
  if found then out("atoms", table.unpack(found)) end
  out("end", "", "", tostring(count))
end

-- the facts of a puzzle: what its rules derive without a choice
local function given(control)
  control:ground({ { "base", {} } })
  local found = {}
  for _, signature in ipairs(control.symbolic_atoms.signatures) do
    for atom in control.symbolic_atoms:by_signature(table.unpack(signature)) do
      if atom.is_fact then found[#found + 1] = tostring(atom.symbol) end
    end
  end
  out("atoms", table.unpack(found))
  out("end", "", "", "1")
end

local function decimal(text)
  return (string.find(text, "^%-?%d+$") or string.find(text, "^%-?%d+%.%d+$")) and tonumber(text)
end

-- What rules of a picture can call, as `Functions` in engines/scenes.py has them.
local function text_of(symbol) return symbol.type == clingo.SymbolType.String and symbol.string or tostring(symbol) end

local function give_functions()
  local unknown = {}
  local function tell(name)
    if not unknown[name] then out("unknown", name) end
    unknown[name] = true
    return {}
  end
  local function give(name, least, most, call)
    _G[name] = function(...)
      local parts = { ... }
      if #parts < least or #parts > most then return tell(name .. "/" .. #parts) end
      for i, part in ipairs(parts) do parts[i] = text_of(part) end
      return clingo.String(call(table.unpack(parts)))
    end
  end
  give("pos", 2, 3, function(x, y, scale)
    local a, b, by = decimal(x), decimal(y), decimal(scale or "")
    if a and b and by then return string.format("%.4f,%.4f!", a * by, b * by) end
    return x .. "," .. y .. "!"
  end)
  give("concat", 0, 99, function(...) return table.concat({ ... }) end)
  give("stringify", 1, 2, function(text, capital)
    text = string.gsub(text, "_", " ")
    return (capital or "false") == "false" and text or (string.gsub(text, "^%l", string.upper))
  end)
  give("after", 2, 2, function(text, mark)
    local _, last = string.find(text, mark, 1, true)
    return last and string.sub(text, last + 1) or ""
  end)
  give("format", 1, 99, function(text, ...)
    local parts, following = { ... }, 0
    return (string.gsub(text, "{(%d*)}", function(key)
      if key == "" then following = following + 1 end
      return parts[key == "" and following or tonumber(key) + 1] or key == "" and "" or nil
    end))
  end)
  setmetatable(_G, { __index = function(_, name)
    return function() return tell(name) end
  end })
end

-- The atoms that rules derive from facts, in a control of their own.
local function derived(rules, facts, what)
  local control = clingo.Control(rules.arguments)
  control:add("base", {}, rules.text)
  give(control, facts)
  control:ground({ { "base", {} } })
  local found = {}
  control:solve({ on_model = function(model) found = model:symbols(what) end })
  return found
end

-- Whether a state is won, the state behind each move, and moves in words, as `Game` in folders/moves.py says.
local function seen(state)
  local won, moves, behind, said = false, {}, {}, {}
  local found = derived(RULES, state, { atoms = true })
  local positive = {}
  for _, atom in ipairs(found) do
    if atom.positive then positive[#positive + 1] = atom end
  end
  for _, atom in ipairs(positive) do
    local arguments = atom.arguments
    if atom.name == "won" and #arguments == 0 then won = true end
    if atom.name == "can" and #arguments == 1 then
      moves[#moves + 1] = arguments[1]
      behind[tostring(arguments[1])] = {}
    end
    if atom.name == "words" and #arguments == 2 then said[tostring(arguments[1])] = tostring(arguments[2]) end
  end
  for _, atom in ipairs(positive) do
    local after = atom.name == "then" and #atom.arguments == 2 and behind[tostring(atom.arguments[1])]
    if after then after[#after + 1] = atom.arguments[2] end
  end
  for _, after in pairs(behind) do
    for _, fact in ipairs(state) do
      if not CHANGING[fact.name .. "/" .. #fact.arguments] then after[#after + 1] = fact end
    end
  end
  table.sort(moves)
  return won, moves, behind, said
end

-- All states that can be reached, nearest first: their moves with the states behind, and their pictures.
local function game()
  local states, number = {}, {}
  local function numbered(given_)
    table.sort(given_)
    local facts = {}
    for _, fact in ipairs(given_) do -- each once
      if fact ~= facts[#facts] then facts[#facts + 1] = fact end
    end
    local key = table.concat(words(facts), " ")
    if not number[key] then
      states[#states + 1] = facts
      number[key] = #states
    end
    return number[key]
  end
  numbered(START)
  local told, at = {}, 0
  while at < #states and #states <= MOST do
    at = at + 1
    local won, moves, behind, said = seen(states[at])
    told[at] = { won and "won" or "" }
    for _, move in ipairs(won and {} or moves) do
      local after = numbered(behind[tostring(move)])
      if after ~= at then
        table.insert(told[at], tostring(move))
        table.insert(told[at], tostring(after - 1))
        table.insert(told[at], said[tostring(move)] or tostring(move))
      end
    end
  end
  local many = #states > MOST
  for i, state in ipairs(many and {} or states) do
    out("state", table.unpack(told[i]))
    local shapes, facts = {}, { clingo.Function("page", {}), table.unpack(state) }
    for _, atom in ipairs(derived(PICTURE, facts, { shown = true })) do
      if atom.positive and atom.name == "draw" then shapes[#shapes + 1] = tostring(atom) end
    end
    out("picture", table.unpack(shapes))
  end
  out("end", "", "", many and "0" or "1")
end

local function one_shot(control)
  control:ground({ { "base", {} } })
  if refused(control) then return end
  local horizon = largest(control, "horizon")
  if IN_PARTS and horizon ~= nil then
    local all = {}
    for step = 0, horizon do
      for _, part in ipairs(parts(step)) do
        if part[1] ~= "base" then all[#all + 1] = part end
      end
    end
    control:ground(all)
    if not ASKS_ITSELF then control:assign_external(query(horizon), true) end
  end
  out("solving", "")
  local count, exhausted = solve(control, "")
  out("end", "", exhausted and "all" or "", tostring(count))
end

-- step by step, as `Leader` in engines/stepping.py has it
local function stepwise(control)
  control:ground(parts(0))
  if refused(control) then return end
  local plan = schedule(control)
  if plan == nil then return end
  local step, grounded, asked, total = math.max(plan.only or 0, 0), 0, "", 0
  local first, all, stopped, conflicting = nil, false, false, false
  while step <= plan.last and not stopped and not conflicting do
    while grounded < step do
      grounded = grounded + 1
      control:ground(parts(grounded))
      if refused(control) then return end
    end
    asked = tostring(step)
    out("solving", asked)
    control:assign_external(query(step), true)
    local count, exhausted = solve(control, step)
    total = total + count
    if count > 0 then all = first == nil and exhausted end
    if count > 0 and first == nil then first = step end
    stopped = (step + 1 >= plan.imin and plan.stop == (count > 0 and "SAT" or "UNSAT"))
      or (count > 0 and MODELS > 0 and total >= MODELS)
    conflicting = control.is_conflicting
    control:release_external(query(step))
    control:cleanup()
    step = plan.only and math.huge or step + 1
  end
  local cut = not conflicting and plan.last == plan.limit and plan.last ~= plan.horizon and plan.last ~= plan.only
  if first == nil then
    out("end", asked, (stopped or cut) and "limit" or "all", "0", "")
  else
    out("end", tostring(first), all and "all" or "", tostring(total), plan.only == nil and "fewest" or "")
  end
end

-- What the program says of each of several puzzles, CANDIDATES, each in a control of its own.
local function each_of()
  for _, facts in ipairs(CANDIDATES) do
    out("candidate", "")
    local control, symbols = clingo.Control(RULES.arguments), {}
    for i, fact in ipairs(facts) do symbols[i] = clingo.parse_term(fact) end
    control:add("base", {}, RULES.text)
    give(control, symbols)
    configure(control)
    if STEPWISE then stepwise(control) else one_shot(control) end
  end
  out("candidate", "last")
  out("end", "", "", "0")
end

-- Of instances of rules, one for each atom that is nearest to facts; `level` 0: no rule is told.
local function nearest(instances)
  local level, by, uses, now, later, at = {}, {}, {}, {}, {}, 1
  local ruled = {}
  for _, each in ipairs(instances) do ruled[each.head] = true end
  for _, each in ipairs(instances) do
    each.left = 0
    for _, need in ipairs(each.needs) do
      if ruled[need] then
        each.left = each.left + 1
        uses[need] = uses[need] or {}
        table.insert(uses[need], each)
      end
    end
    if each.left == 0 then now[#now + 1] = each end
  end
  while #now > 0 do
    table.sort(now, function(one, other)
      return one.number < other.number or (one.number == other.number and one.rest < other.rest)
    end)
    for _, each in ipairs(now) do
      if not by[each.head] then
        by[each.head], level[each.head] = each, at
        for _, other in ipairs(uses[each.head] or {}) do
          other.left = other.left - 1
          if other.left == 0 then later[#later + 1] = other end
        end
      end
    end
    now, later, at = later, {}, at + 1
  end
  return by, level
end

-- Why TARGET is in the answer ANSWER. First the whole model that shows it, with the stage that each atom comes with;
-- then TRACE, whose rules say which rules have bodies that hold among these atoms: `traced` in program.js makes it.
local function why(control)
  local stages, born, now = { { { "base", {} } } }, {}, 1
  local function defined(_, _, heads)
    for _, head in ipairs(heads) do born[head] = born[head] or now end
  end
  control:register_observer({ rule = defined, weight_rule = defined })
  local function ground(stage)
    now = stage
    control:ground(stages[stage])
  end
  if STEP >= 0 then
    for step = 0, STEP do stages[step + 1] = parts(step) end
  end
  for stage = 1, #stages do
    ground(stage)
    if stage < #stages then -- as when the answer was found: what is asked at a step changes what clingo knows at the next
      control:assign_external(query(stage - 1), true)
      control:solve()
      control:release_external(query(stage - 1))
      control:cleanup()
    end
  end
  local last = STEP >= 0 and STEP or largest(control, "horizon")
  if STEP < 0 and IN_PARTS and last then
    local all = {}
    for step = 0, last do
      for _, part in ipairs(parts(step)) do
        if part[1] ~= "base" then all[#all + 1] = part end
      end
    end
    stages[2] = all
    ground(2)
  end
  if IN_PARTS and last and not (STEP < 0 and ASKS_ITSELF) then control:assign_external(query(last), true) end
  if OPTIMISING then control.configuration.solve.opt_mode = "ignore" end
  control.configuration.solve.models = 0
  local wanted, model = {}, nil
  for _, atom in ipairs(ANSWER) do wanted[atom] = true end
  control:solve({ on_model = function(found)
    local shown = words(found:symbols({ shown = true }))
    for _, atom in ipairs(shown) do
      if not wanted[atom] then return true end
    end
    if #shown == #ANSWER then model = found:symbols({ atoms = true }) end
    return model == nil
  end })
  if model == nil then
    out("end", "", "", "0")
    return
  end
  local second, given = clingo.Control(TRACE.arguments), {}
  second:add("base", {}, TRACE.text)
  for stage = 1, #stages do given[stage] = {} end
  for _, symbol in ipairs(model) do
    local atom = control.symbolic_atoms:lookup(symbol)
    table.insert(given[atom and born[atom.literal] or 1], symbol)
  end
  local instances, around = {}, {}
  for stage = 1, #stages do
    give(second, given[stage])
    second:ground(stages[stage])
  end
  second:solve({ on_model = function(found)
    for _, atom in ipairs(found:symbols({ atoms = true })) do
      local arguments = atom.arguments
      if atom.name == TRACED then
        local needs = words(arguments[3].arguments)
        instances[#instances + 1] = { number = arguments[1].number, head = tostring(arguments[2]), needs = needs, rest = tostring(arguments[3]) }
      elseif atom.name == TRACED_WITHIN then
        local key = table.concat(words({ arguments[1], arguments[2], arguments[3] }), SEPARATOR)
        around[key] = around[key] or {}
        for _, within in ipairs(arguments[4].arguments) do around[key][tostring(within)] = true end
      end
    end
  end })
  local by, level = nearest(instances)
  local todo, at = { TARGET }, 0
  local told = { [TARGET] = true }
  while at < #todo and at < MOST do
    at = at + 1
    local each = by[todo[at]]
    if each then
      local within = {}
      for name in pairs(around[table.concat({ tostring(each.number), each.head, each.rest }, SEPARATOR)] or {}) do within[#within + 1] = name end
      table.sort(within)
      out("why", each.head, tostring(each.number), tostring(level[each.head]), table.concat(each.needs, "\30"), table.concat(within, "\30"))
      for _, names in ipairs({ each.needs, within }) do
        for _, name in ipairs(names) do
          if not told[name] then
            told[name] = true
            todo[#todo + 1] = name
          end
        end
      end
    end
  end
  out("end", "", "", "1")
end

function main(control)
  for i, fact in ipairs(START) do START[i] = clingo.parse_term(fact) end
  if MODE == "check" then
    control:ground({ { "nothing_at_all", {} } })
    out("end", "", "", "0")
  elseif MODE == "game" then
    give_functions()
    game()
  elseif MODE == "facts" then
    given(control)
  elseif MODE == "evaluate" or MODE == "picture" or MODE == "judge" then
    if MODE == "picture" then give_functions() end
    evaluate(control)
  elseif MODE == "each" then
    each_of()
  elseif MODE == "why" then
    why(control)
  else
    configure(control)
    if STEPWISE then stepwise(control) else one_shot(control) end
  end
end
