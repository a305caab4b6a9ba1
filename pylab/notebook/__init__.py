"""What notebooks and scripts use, and the web service of tomorrow: questions in, objects out.

All of it is offered by the package itself, `pylab.solve` and so on; docs/notebook.md is about it.

>>> import pylab
>>> found = pylab.solve("ravensburger/example-4x4.lp", "shortest")
>>> found
<Solution of ravensburger/example-4x4.lp, shortest: found 1, cost 2, optimal, by clingo>
>>> found.status.value, found.cost, found.optimal
('found', 2, True)
>>> pylab.validate("ravensburger/example-4x4.lp", found.witness).valid
True
>>> pylab.validate("ravensburger/example-4x4.lp", "push(1,w,1). push(3,n,2).").problems[0].message
'the goal on (2,3) is not reached; the avatar can stand on (3,2) (4,2)'
"""
