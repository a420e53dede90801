cdef class Action:
    cdef readonly int id
    cdef readonly str text

cdef class Move(Action):
    pass

cdef class Outcome(Action):
    pass
