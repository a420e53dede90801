cimport cython
from libc.stdint cimport uint64_t

from jemaa.core.bits cimport mix as _mix
from jemaa.core.state cimport State

cdef int _OVER
cdef uint64_t MASK, GOLDEN

@cython.locals(rng=uint64_t, steps=int, final=State)
cpdef object playout(State state, object seed)

@cython.locals(rng=uint64_t, id=int, scratch=State)
cpdef list playout_actions(State state, object seed)

cdef State _copy_of(State state)

@cython.locals(draws=uint64_t[48], steps=int, index=int)
cdef int _run(State state, uint64_t rng) noexcept nogil

@cython.locals(rng=uint64_t, steps=long, taken=int, scratch=State)
cpdef long playouts(State state, long games, object seed)

cpdef object derive_seed(object seed, object index)
