cimport cython
from libc.math cimport exp as _exp
from libc.stdint cimport uint64_t

from jemaa.core.bits cimport count as _popcount
from jemaa.core.state cimport State
from jemaa.games.facir.rules cimport FacirState
from jemaa.players.facir.nearness cimport Nearness
from jemaa.players.search cimport Evaluator

cdef int _TERMS, _SHUT, _ROUNDS, _DECIDING, _BASE, _PLAY
cdef double _LOG[128]

cdef class FacirEvaluator(Evaluator):
    cdef Nearness _nearness
    cdef double _pace[28]
    cdef double _many[7]
    cdef double _more[7]
    cdef double _opening[4]
    cdef double _void
    cdef double _void_by_turn
    cdef double[::1] _games

    cdef bint _settled(self, State state) noexcept nogil
    @cython.locals(round_shares=double[5])
    cdef void _evaluate(self, State state, double* out) noexcept nogil
    @cython.locals(taken=uint64_t, own=uint64_t, seat=int, order=int, index=int, best=double, whole=double)
    cdef void _round(self, FacirState state, double* shares) noexcept nogil
    @cython.locals(windows=int[25], ways=int[8], distance=int, worth=double)
    cdef double _worth(self, int card, uint64_t own, uint64_t others, int order) noexcept nogil
    @cython.locals(left=int, here=int, digit=int, start=int, step=int, seat=int, winner=int)
    cdef void _game(self, FacirState state, double* shares, double* out) noexcept nogil
    @cython.locals(shares=double[5])
    cpdef tuple round_shares(self, FacirState state)
    @cython.locals(shares=double[5], out=double[4])
    cpdef tuple gains(self, FacirState state)
