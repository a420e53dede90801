cimport cython
from libc.math cimport exp as _exp, sqrt as _sqrt
from libc.stdint cimport uint64_t

from jemaa.core.bits cimport count as _count
from jemaa.core.state cimport State
from jemaa.games.marrakech.rules cimport _flood, _MARCH, MarrakechState
from jemaa.players.search cimport Evaluator

cdef int _TERMS, _SAFE_PURSE, _DRAW, _TURN, _ROLL, _LAY
cdef double _BLUR
cdef uint64_t _AROUND[64]
cdef uint64_t _RIM_SQUARES
cdef int _CASH, _SQUARES, _AREAS, _WHOLE, _TOLL, _POVERTY, _PILE, _NEAR, _BLOCK, _RIM
cdef int _FACES[4]

cdef class MarrakechEvaluator(Evaluator):
    cdef double _early[10]
    cdef double _late[10]
    cdef double _score_early[10]
    cdef double _score_late[10]

    @cython.locals(terms=double[40], dues=int[12], rest=double)
    cdef void _evaluate(self, State state, double* out) noexcept nogil
    cdef bint _is_fair(self, State state) noexcept nogil
    @cython.locals(blur=double, total=double, weight=double, seat=int, index=int)
    cdef inline void _lean(self, MarrakechState market, double* terms, double rest, double* out) noexcept nogil
    @cython.locals(best=double, whole=double, seat=int)
    cdef inline void _squash(self, MarrakechState market, double* out) noexcept nogil
    @cython.locals(left=int, stock=int, colour=int, seat=int)
    cdef inline double _terms(self, MarrakechState market, double* terms, int* dues) noexcept nogil
    @cython.locals(owner=int, base=int, others=int, size=int, second=int, third=int, rest=uint64_t, area=uint64_t)
    cdef inline void _cloth(self, MarrakechState market, int colour, int left, double* terms) noexcept nogil
    @cython.locals(first=int, last=int, way=int, roll=int, chosen=int, owner=int, cheapest=double, cost=double, due=double)
    cdef inline void _toll(self, MarrakechState market, double* terms, int* dues) noexcept nogil
    cdef inline int _end_of(self, MarrakechState market, int way, int roll) noexcept nogil
    @cython.locals(values=double[40], dues=int[12])
    cpdef object terms(self, MarrakechState state)
    @cython.locals(values=double[40], dues=int[12])
    cpdef double rest(self, MarrakechState state)
