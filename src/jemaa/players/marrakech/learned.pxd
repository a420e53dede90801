cimport cython
from libc.stdint cimport int16_t, uint64_t

from jemaa.core.bits cimport lowest as _lowest
from jemaa.core.state cimport State
from jemaa.games.marrakech.rules cimport MarrakechState
from jemaa.players.marrakech.evaluation cimport MarrakechEvaluator

cdef int _BOARD, _WINDOW, _LINKS, _PLACE, _TOLLS, _STAGE, _VARIANTS, _NEVER
cdef int _SIZES[64]
cdef int _X[256]
cdef int _Y[256]
cdef int _RUG_X[512]
cdef int _RUG_Y[512]
cdef int _RUG_DOWN[512]
cdef int _TERMS, _DRAW, _TURN, _ROLL
cdef int _CASH, _AREAS, _WHOLE, _TOLL, _POVERTY, _BLOCK
cdef double _UNIT

cdef class FirstLayer(MarrakechEvaluator):
    cdef int16_t _first[69824]
    cdef int16_t _start[64]
    cdef int16_t _sums[64]
    cdef int16_t _now[64]
    cdef int _rank[4]
    cdef uint64_t _old_boards[4]
    cdef uint64_t _old_east
    cdef uint64_t _old_south
    cdef int _old_key
    cdef int _heading
    cdef int _assam_x
    cdef int _assam_y
    cdef bint _notes
    cdef int _note
    cdef int _noted[256]

    @cython.locals(index=Py_ssize_t)
    cdef object _learn(self, object first, object start)
    cdef void _see(self, MarrakechState market, int* dues) noexcept nogil
    @cython.locals(owner=int, rank=int)
    cdef inline int _rank_of(self, MarrakechState market, int colour) noexcept nogil
    @cython.locals(key=int, colour=int)
    cdef inline int _key_of(self, MarrakechState market) noexcept nogil
    @cython.locals(colour=int, index=Py_ssize_t)
    cdef inline void _forget(self, MarrakechState market) noexcept nogil
    @cython.locals(colour=int, rank=int, old=uint64_t, new=uint64_t)
    cdef inline void _follow(self, MarrakechState market) noexcept nogil
    @cython.locals(at=int, x=int, y=int)
    cdef inline void _squares(self, uint64_t squares, int rank, int sign) noexcept nogil
    cdef inline void _change_rugs(self, uint64_t old, uint64_t new, int rank, int down) noexcept nogil
    @cython.locals(at=int, x=int, y=int)
    cdef inline void _rugs(self, uint64_t rugs, int rank, int down, int sign) noexcept nogil
    @cython.locals(way=int, roll=int, rank=int, at=int, due=int, ahead=int, left=int, index=Py_ssize_t)
    cdef inline void _add_tolls(self, MarrakechState market, int* dues) noexcept nogil
    @cython.locals(index=Py_ssize_t, row=Py_ssize_t)
    cdef inline void _add(self, int16_t* sums, int feature, int sign) noexcept nogil
    @cython.locals(index=int)
    cdef list _note_down(self, MarrakechState market, int* dues)

cdef class LearnedEvaluator(FirstLayer):
    cdef double _scalar[1792]
    cdef double _second[2048]
    cdef double _bend[32]
    cdef double _third[128]
    cdef double _end[4]
    cdef bint _varied

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
