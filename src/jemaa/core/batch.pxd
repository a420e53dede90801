cimport cython
from libc.stdint cimport int8_t, uint8_t, uint64_t

from jemaa.core.observer cimport Observer
from jemaa.core.bits cimport fetch, mix as _mix
from jemaa.core.playout cimport GOLDEN, MASK
from jemaa.core.rows cimport (
    bytes_from, bytes_of, floats_from, floats_of, ids_from, ids_of, seats_of,
)
from jemaa.core.state cimport _CHANCE, _OVER, State

cdef enum:
    _LEAVE = -1
    _NOBODY = -1

# The states of a batch can be reached without the interpreter's lock only by their addresses.
cdef inline void** _pointers(uint64_t[::1] table, list states) except? NULL:
    cdef Py_ssize_t index
    for index in range(len(states)):
        table[index] = <uint64_t><void*>states[index]
    return <void**>&table[0]

cdef class Batch:
    cdef readonly int games
    cdef readonly int players
    cdef readonly Observer observer
    cdef State _start
    cdef list _states
    cdef object _held
    cdef object _table
    cdef void** _pointed
    cdef uint64_t[::1] _chance
    cdef uint64_t[::1] _choice
    cdef uint8_t* _planes
    cdef float* _scalars
    cdef uint8_t* _mask
    cdef uint8_t* _bits
    cdef int* _legal
    cdef int* _counts
    cdef float* _rewards
    cdef int8_t* _actors
    cdef uint8_t* _done
    cdef uint8_t* _illegal
    cdef bint _has_planes, _has_mask, _has_bits, _has_legal
    cdef bint _same_step
    cdef double _centre

    @cython.locals(index=Py_ssize_t)
    cpdef object seed(self, object seed)
    @cython.locals(index=int, chosen=cython.p_uchar)
    cpdef object restart(self, object which, int first, int last)
    @cython.locals(index=int, ids=cython.p_int)
    cpdef object step(self, object actions, int first, int last)
    @cython.locals(index=int, ids=cython.p_int)
    cpdef object sample(self, object actions, int first, int last)
    @cython.locals(index=int, eyes=cython.p_schar)
    cpdef object observe(self, object seats, int first, int last)
    @cython.locals(game=State)
    cpdef State state(self, int index)
    @cython.locals(game=State)
    cpdef object put(self, int index, State state)

    @cython.locals(first=Py_ssize_t)
    cdef inline void _clear(self, Py_ssize_t index) noexcept nogil
    cdef inline void _restart(self, State game, Py_ssize_t index) noexcept nogil
    cdef inline void _begin(self, State game, Py_ssize_t index) noexcept nogil
    @cython.locals(rng=uint64_t)
    cdef inline void _let_chance_speak(self, State game, Py_ssize_t index) noexcept nogil
    @cython.locals(rng=uint64_t)
    cdef inline void _choose(self, State game, Py_ssize_t index, int* ids) noexcept nogil
    @cython.locals(rng=uint64_t, used=int)
    cdef inline bint _play(self, State game, Py_ssize_t index, int id) noexcept nogil
    cdef inline void _advance(self, State game, Py_ssize_t index, int id) noexcept nogil
    cdef inline void _over(self, State game, Py_ssize_t index, bint forfeited) noexcept nogil
    @cython.locals(shares=double[4], seat=int)
    cdef inline void _pay(self, State game, Py_ssize_t index) noexcept nogil
    cdef inline void _show(self, State game, Py_ssize_t index) noexcept nogil
    cdef inline void _see(self, State game, Py_ssize_t index, int seat) noexcept nogil
