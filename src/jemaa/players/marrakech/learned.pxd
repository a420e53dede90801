cimport cython

from jemaa.core.state cimport State
from jemaa.games.marrakech.rules cimport MarrakechState
from jemaa.players.marrakech.sight cimport Sight

cdef int _TERMS, _DRAW, _TURN
cdef int _CASH, _AREAS, _WHOLE, _TOLL, _POVERTY, _BLOCK
cdef double _UNIT

cdef class LearnedEvaluator(Sight):
    cdef double _scalar[1792]
    cdef double _second[2048]
    cdef double _bend[32]
    cdef double _third[128]
    cdef double _end[4]

    @cython.locals(index=Py_ssize_t)
    cpdef object use(self, object network)
    cdef inline bint _knows(self, MarrakechState market) noexcept nogil
    @cython.locals(terms=double[40], dues=int[12], scalars=double[28], added=double[4], rest=double, seat=int, turn=int)
    cdef void _evaluate(self, State state, double* out) noexcept nogil
    @cython.locals(seat=int, colour=int, base=int, source=int)
    cdef inline void _fill_scalars(self, MarrakechState market, double* terms, double* scalars) noexcept nogil
    @cython.locals(wide=double[64], narrow=double[32], index=Py_ssize_t, row=Py_ssize_t, value=double)
    cdef inline void _forward(self, double* scalars, double* added) noexcept nogil
    @cython.locals(terms=double[40], dues=int[12], scalars=double[28], sums=double[4], rest=double, index=int, turn=int, players=int)
    cpdef tuple features(self, MarrakechState state)
