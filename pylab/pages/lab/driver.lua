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
  for atom in control.symbolic_atoms:by_signature("refused", 1) do
    local term = atom.symbol.arguments[1]
    if atom.is_fact and term.type == clingo.SymbolType.String then
      out("refused", term.string)
      return true
    end
  end
  return false
end

local function number_of(control, name)
  local value = control:get_const(name)
  if value ~= nil and value.type == clingo.SymbolType.Number then return value.number end
  return nil
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

-- one call of the solver: how many models there were, and whether these are all
local function solve(control, step)
  local count = 0
  local result = control:solve({ on_model = function(model)
    count = count + 1
    local cost = {}
    for i, part in ipairs(model.cost) do cost[i] = tostring(part) end
    local proven = model.optimality_proven and "proven" or ""
    out("model", tostring(step), table.concat(cost, " "), proven, table.unpack(words(model:symbols({ shown = true }))))
  end })
  return count, result.exhausted
end

local function configure(control)
  local settings = control.configuration.solve
  if OPTIMISING then
    settings.opt_mode = MODELS == 1 and "opt" or "optN"
    settings.models = 0
  else
    settings.project = "show"
    settings.models = MODELS
  end
end

local function evaluate(control)
  control:ground({ { "base", {} } })
  control.configuration.solve.models = 2
  local count = 0
  control:solve({ on_model = function(model)
    count = count + 1
    if count == 1 then out("atoms", table.unpack(words(model:symbols({ atoms = true })))) end
  end })
  out("end", "", "", tostring(count))
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

local function stepwise(control)
  control:ground(parts(0))
  if refused(control) then return end
  local only = LENGTH and number_of(control, "length") or nil
  local most = number_of(control, "imax")
  local last = largest(control, "horizon")
  local limit = largest(control, "search_limit")
  if only and (last == nil or only < last) then last = only end
  if most and (limit == nil or most - 1 < limit) then limit = most - 1 end
  local step, total = 0, 0
  while (last == nil or step <= last) and (limit == nil or step <= limit) do
    if step > 0 then
      control:ground(parts(step))
      if refused(control) then return end
    end
    if only == nil or step == only then
      out("solving", tostring(step))
      control:assign_external(query(step), true)
      local count, exhausted = solve(control, step)
      total = total + count
      if count > 0 then
        out("end", tostring(step), exhausted and "all" or "", tostring(total))
        return
      end
      if control.is_conflicting then break end
      control:release_external(query(step))
      control:cleanup()
    end
    step = step + 1
  end
  local cut = limit ~= nil and step > limit and (last == nil or limit < last)
  out("end", tostring(step - 1), cut and "limit" or "all", "0")
end

function main(control)
  if MODE == "check" then
    control:ground({ { "nothing_at_all", {} } })
    out("end", "", "", "0")
  elseif MODE == "evaluate" then
    evaluate(control)
  else
    configure(control)
    if STEPWISE then stepwise(control) else one_shot(control) end
  end
end
