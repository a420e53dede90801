cimport cython
from libc.stdint cimport uint64_t

from jemaa.core.actions cimport Action, Move, Outcome

# The values of `state.py`, where the compiler can see them: it leaves out what cannot happen then.
cdef enum:
    _CHANCE = -1
    _OVER = -2

cdef int _ids[1024]
cdef int _weights[1024]

cdef class State:
    cdef readonly object setup
    cdef int _actor
    cdef int _seat
    cdef int _players

    cdef int _legal(self, int* ids) noexcept nogil
    cdef int _chances(self, int* ids, int* weights) noexcept nogil
    cdef bint _allows(self, int id) noexcept nogil
    cdef int _pick(self, uint64_t draw) noexcept nogil
    cdef void _play(self, int id) noexcept nogil
    cdef void _step(self, uint64_t draw) noexcept nogil
    cdef int _proceed(self, int id, uint64_t draw) noexcept nogil
    @cython.locals(done=int)
    cdef int _stride(self, uint64_t* draws, int count) noexcept nogil
    cdef void _assign(self, State other) noexcept nogil
    cdef long _standing(self, int seat) noexcept nogil
    @cython.locals(seat=int, best=long, winners=int)
    cdef void _shares(self, double* out) noexcept nogil

    cdef State _copy(self)
    cdef list _moves(self)
    cdef list _outcomes(self)
    cpdef tuple _key(self)
    cdef bint _accepts(self, object action) except -1

    @cython.locals(shares=double[4])
    cpdef tuple returns(self)
    cpdef tuple legal(self)
    cpdef tuple outcomes(self)
    cpdef object after(self, object action)
