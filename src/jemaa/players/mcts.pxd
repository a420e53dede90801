cimport cython
from libc.math cimport log as _log, sqrt as _sqrt
from libc.stdint cimport uint64_t

from jemaa.core.bits cimport mix as _mix
from jemaa.core.playout cimport GOLDEN, MASK
from jemaa.core.state cimport State
from jemaa.players.search cimport Control, Evaluator

cdef int _CHANCE, _OVER, _LONGEST

cdef class Tree:
    cdef Evaluator _evaluator
    cdef bint _judges
    cdef double _explore
    cdef uint64_t _rng
    cdef int _room
    cdef int _size
    cdef int[::1] _first
    cdef int[::1] _children
    cdef int[::1] _visits
    cdef int[::1] _action
    cdef int[::1] _weight
    cdef double[::1] _sums
    cdef int _path[512]
    cdef int _ids[1024]
    cdef int _weights[1024]
    cdef State _root
    cdef State _state
    cdef State _leaf
    cdef Control _control

    @cython.locals(done=long)
    cpdef long grow(self, State state, long simulations, Control control)
    cdef object _branch(self, list moves, int child)
    cdef object _root_children(self)
    @cython.locals(moves=list)
    cpdef list branches(self)
    @cython.locals(child=int)
    cpdef dict visits(self)
    @cython.locals(seat=int)
    cdef inline void _clear(self, int node) noexcept nogil
    @cython.locals(value=double[4], node=int, length=int, index=int, seat=int)
    cdef void _simulate(self) noexcept nogil
    cdef void _judge(self, State state, double* out) noexcept nogil
    @cython.locals(count=int, index=int, child=int)
    cdef bint _expand(self, int node) noexcept nogil
    @cython.locals(value=double[4], child=int, seat=int)
    cdef void _foresee(self, int node) noexcept nogil
    @cython.locals(total=int, best=int, child=int, furthest=double, behind=double)
    cdef inline int _most_due(self, int node) noexcept nogil
    @cython.locals(actor=int, scale=double, best=int, child=int, highest=double, bound=double)
    cdef inline int _most_promising(self, int node) noexcept nogil
