cimport cython

from jemaa.core.actions cimport Action
from jemaa.games.marrakech.rules cimport MarrakechState
from jemaa.games.marrakech.scene cimport _NAMES

@cython.locals(seat=int, heading=int)
cpdef object story(MarrakechState before, object action, MarrakechState after)
@cython.locals(cell=int, slippers=int)
cdef object _rolled(MarrakechState before, Action roll, MarrakechState after)
@cython.locals(covered=dict)
cdef object _laid(MarrakechState before, Action rug)
