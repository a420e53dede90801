cimport cython
from libc.stdint cimport uint64_t

from jemaa.core.actions cimport Action
from jemaa.core.bits cimport lowest as _lowest
from jemaa.games.marrakech.rules cimport MarrakechState, _LAY, _MARCH, _NONE, _ROLL, _TURN

cdef tuple _NAMES, _TURNS
cdef list _FREE

cpdef dict scene(MarrakechState state, object rugs)
cpdef dict change(MarrakechState before, object action, MarrakechState after)
@cython.locals(seat=int)
cdef bint _has_paid(MarrakechState before, MarrakechState after) noexcept
@cython.locals(each=int, laid=int, left=int, colour=int, owner=int)
cpdef tuple progress(MarrakechState state)
cdef str _drawn(MarrakechState state)
cdef str _to_lay(MarrakechState state)

@cython.locals(colour=int, board=uint64_t)
cpdef dict tops(MarrakechState state)
@cython.locals(seat=int)
cpdef tuple stalls(MarrakechState state)
@cython.locals(colours=str, rugs=dict)
cdef dict _stall(MarrakechState state, int seat, tuple purse)

@cython.locals(turn=Action, roller=MarrakechState)
cpdef tuple directions(MarrakechState state)
@cython.locals(ways=tuple)
cdef dict _direction(MarrakechState roller, int quarter, str move)
@cython.locals(first=int, roll=int)
cpdef tuple landings(MarrakechState state, int quarter=*)
@cython.locals(payment=dict, free=dict)
cdef dict _landing(MarrakechState state, int way)
cdef dict _free_landing(int way)
@cython.locals(due=int)
cpdef dict payment_on(MarrakechState state, int cell)
cdef tuple _squares(uint64_t board)

@cython.locals(rug=Action)
cdef tuple _places(MarrakechState state)
cdef dict _forbidden(MarrakechState state, Action rug)
