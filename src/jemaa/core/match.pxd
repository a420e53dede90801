cimport cython

from jemaa.core.state cimport State

cdef int _CHANCE
cdef object _event
cdef int _ids[1024]
cdef int _weights[1024]

cdef class Match:
    cdef readonly object game
    cdef readonly object setup
    cdef public object chance
    cdef readonly dict tags
    cdef State _now
    cdef list _states
    cdef list _actions
    cdef list _by
    cdef list _past
    cdef dict _drawn

    cpdef tuple submit(self, object seat, object move)
    cpdef object advance(self)
    cdef object _add(self, object by, object action)
    cdef tuple _events_from(self, int first)
    cpdef object _ordinal(self, str kind)

@cython.locals(to_act=int)
cpdef object check_turn(object game, State state, object seat)
cpdef State following(object game, State state, object by, object action)
@cython.locals(count=int, index=int, whole=int)
cpdef object drawn(object game, State state, object chance, object ordinal)
@cython.locals(index=int)
cdef object _outcome_at(State state, int place)
