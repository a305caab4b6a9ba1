"""The interface for notebooks and scripts: questions in, objects out.

The package itself exports it, as `pylab.solve` and so on; docs/notebook.md describes it.

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
