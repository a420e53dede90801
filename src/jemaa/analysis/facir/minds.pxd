cimport cython

from jemaa.analysis.rollouts cimport Rollouts
from jemaa.games.facir.rules cimport FacirState
from jemaa.players.expectimax cimport Frame

cdef class Minds(Rollouts):
    cdef int _cards[128]
    cdef int _count

    @cython.locals(guess=int, seat=int)
    cdef void _imagine(self, Frame mind) noexcept nogil
