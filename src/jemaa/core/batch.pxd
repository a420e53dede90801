cimport cython
from libc.stdint cimport int8_t, uint8_t, uint64_t

from jemaa.core.observer cimport Observer
from jemaa.core.bits cimport fetch, mix as _mix
from jemaa.core.crew cimport Crew, attend, call, crew_of, dismiss, finish, gather, hire, take
from jemaa.core.playout cimport GOLDEN, MASK
from jemaa.core.rows cimport (
    bytes_from, bytes_of, floats_from, floats_of, ids_from, ids_of, seats_of,
)
from jemaa.core.state cimport _CHANCE, _OVER, State

cdef enum:
    _LEAVE = -1
    _NOBODY = -1
    _RESTART = 0
    _STEP = 1
    _SAMPLE = 2
    _OBSERVE = 3

# The states of a batch can be reached without the interpreter's lock only by their addresses.
cdef inline void** _pointers(uint64_t[::1] table, list states) except? NULL:
    cdef Py_ssize_t index
    for index in range(len(states)):
        table[index] = <uint64_t><void*>states[index]
    return <void**>&table[0]

cdef class Batch:
    cdef readonly int games
    cdef readonly int players
    cdef readonly int threads
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
    cdef bint _busy
    cdef object _hired
    cdef Crew* _crew
    cdef int _piece
    # What the threads do now, and with what.
    cdef int _work
    cdef uint8_t* _which
    cdef int* _ids
    cdef int8_t* _eyes

    @cython.locals(index=Py_ssize_t)
    cpdef object seed(self, object seed)
    cpdef object restart(self, object which)
    cpdef object step(self, object actions)
    cpdef object sample(self, object actions)
    cpdef object observe(self, object seats)
    cpdef object follow(self, int who)
    cpdef object dismiss(self)
    cdef _check(self)
    cdef _check_free(self)
    cdef _check_index(self, int index)
    cdef _share(self, int work)
    @cython.locals(piece=long, first=long)
    cdef void _take_part(self, int who) noexcept nogil
    @cython.locals(index=long)
    cdef void _do(self, long first, long last) noexcept nogil
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
    cdef inline void _choose(self, State game, Py_ssize_t index) noexcept nogil
    @cython.locals(rng=uint64_t, used=int)
    cdef inline bint _play(self, State game, Py_ssize_t index, int id) noexcept nogil
    cdef inline void _advance(self, State game, Py_ssize_t index, int id) noexcept nogil
    cdef inline void _over(self, State game, Py_ssize_t index, bint forfeited) noexcept nogil
    @cython.locals(shares=double[4], seat=int)
    cdef inline void _pay(self, State game, Py_ssize_t index) noexcept nogil
    cdef inline void _show(self, State game, Py_ssize_t index) noexcept nogil
    cdef inline void _see(self, State game, Py_ssize_t index, int seat) noexcept nogil
