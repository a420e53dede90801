# The threads that share the work of a batch. None of them ever needs the interpreter's lock, and
# none is woken while it is awake: a thread that has nothing to do looks out for the next call for
# some tens of microseconds before it sleeps, because waking it takes longer than most calls.
#
# Every thread has pieces of its own, the same ones in every call, so that its games stay in the
# caches of its processor. Whoever has done their own takes from the others.
# `_crew.py` has the same for the uncompiled form, where the caller is alone.
from jemaa.core.bits cimport breathe as _breathe  # its atoms and that are used below, in C

cdef extern from *:
    """
    #include <Python.h>
    #include <stdlib.h>

    enum { JEMAA_LOOKS = 2000 };  /* so often before a thread sleeps: some tens of microseconds */
    enum { JEMAA_LINE = 128 };    /* what two threads write is further apart than a cache line */
    enum { JEMAA_IDLE, JEMAA_ASLEEP, JEMAA_CALLED, JEMAA_WORKS, JEMAA_AWAITED, JEMAA_DISMISSED };

    typedef struct {
        jemaa_atom state;
        PyThread_type_lock wake;   /* where the thread sleeps */
        PyThread_type_lock ended;  /* where the caller sleeps if the thread takes long */
        char apart[JEMAA_LINE];
        jemaa_atom taken;  /* how many of its own pieces somebody has taken in this call */
        long first, pieces;
        char apart_too[JEMAA_LINE];
    } jemaa_hand;

    typedef struct {
        int threads;  /* with the caller, who is number 0 */
        int called;   /* 1 when all others are dismissed */
        jemaa_hand hands[1];
    } jemaa_crew;

    static void jemaa_disband(jemaa_crew* crew) {
        for (int who = 0; who < crew->threads; who++) {
            if (crew->hands[who].wake) PyThread_free_lock(crew->hands[who].wake);
            if (crew->hands[who].ended) PyThread_free_lock(crew->hands[who].ended);
        }
        free(crew);
    }

    /* Each lock is taken from the start: to sleep is to take it once more. */
    static PyThread_type_lock jemaa_bed(void) {
        PyThread_type_lock lock = PyThread_allocate_lock();
        if (lock) PyThread_acquire_lock(lock, WAIT_LOCK);
        return lock;
    }

    static jemaa_crew* jemaa_crew_of(PyObject* hired) {
        return (jemaa_crew*)PyCapsule_GetPointer(hired, NULL);
    }
    static void jemaa_forget(PyObject* hired) { jemaa_disband(jemaa_crew_of(hired)); }

    static PyObject* jemaa_hire(int threads, long pieces) {
        jemaa_crew* crew =
            (jemaa_crew*)calloc(1, sizeof(jemaa_crew) + (threads - 1) * sizeof(jemaa_hand));
        if (!crew) return PyErr_NoMemory();
        crew->threads = crew->called = threads;
        for (int who = 0; who < threads; who++) {
            jemaa_hand* hand = &crew->hands[who];
            hand->first = (long)((long long)pieces * who / threads);
            hand->pieces = (long)((long long)pieces * (who + 1) / threads) - hand->first;
            hand->taken = hand->pieces;
            hand->wake = jemaa_bed();
            hand->ended = jemaa_bed();
            if (!hand->wake || !hand->ended) {
                jemaa_disband(crew);
                return PyErr_NoMemory();
            }
        }
        PyObject* hired = PyCapsule_New(crew, NULL, jemaa_forget);
        if (!hired) jemaa_disband(crew);
        return hired;
    }

    static void jemaa_call(jemaa_crew* crew) {
        for (int who = 0; who < crew->threads; who++) jemaa_swap(&crew->hands[who].taken, 0);
        for (int who = 1; who < crew->called; who++)
            if (jemaa_swap(&crew->hands[who].state, JEMAA_CALLED) == JEMAA_ASLEEP)
                PyThread_release_lock(crew->hands[who].wake);
    }

    static long jemaa_take(jemaa_crew* crew, int who) {
        for (int tried = 0; tried < crew->threads; tried++) {
            jemaa_hand* hand = &crew->hands[(who + tried) % crew->threads];
            if (jemaa_load(&hand->taken) < hand->pieces) {
                long piece = jemaa_next(&hand->taken);
                if (piece < hand->pieces) return hand->first + piece;
            }
        }
        return -1;
    }

    static void jemaa_gather(jemaa_crew* crew) {
        for (int who = 1; who < crew->called; who++) {
            jemaa_hand* hand = &crew->hands[who];
            /* Whoever has not heard the call by now need not come: all is done. */
            if (jemaa_change(&hand->state, JEMAA_CALLED, JEMAA_IDLE)) continue;
            for (int looks = 0; looks < JEMAA_LOOKS; looks++) {
                if (jemaa_load(&hand->state) != JEMAA_WORKS) break;
                jemaa_breathe();
            }
            if (jemaa_change(&hand->state, JEMAA_WORKS, JEMAA_AWAITED))
                PyThread_acquire_lock(hand->ended, WAIT_LOCK);
        }
    }

    static int jemaa_attend(jemaa_crew* crew, int who) {
        jemaa_hand* hand = &crew->hands[who];
        for (;;) {
            for (int looks = 0; looks < JEMAA_LOOKS; looks++) {
                long state = jemaa_load(&hand->state);
                if (state == JEMAA_DISMISSED) return 0;
                if (state == JEMAA_CALLED && jemaa_change(&hand->state, state, JEMAA_WORKS))
                    return 1;
                jemaa_breathe();
            }
            if (jemaa_change(&hand->state, JEMAA_IDLE, JEMAA_ASLEEP))
                PyThread_acquire_lock(hand->wake, WAIT_LOCK);
        }
    }

    static void jemaa_finish(jemaa_crew* crew, int who) {
        jemaa_hand* hand = &crew->hands[who];
        if (jemaa_swap(&hand->state, JEMAA_IDLE) == JEMAA_AWAITED)
            PyThread_release_lock(hand->ended);
    }

    static void jemaa_dismiss(jemaa_crew* crew) {
        for (int who = 1; who < crew->called; who++)
            if (jemaa_swap(&crew->hands[who].state, JEMAA_DISMISSED) == JEMAA_ASLEEP)
                PyThread_release_lock(crew->hands[who].wake);
        crew->called = 1;
    }
    """
    ctypedef struct Crew "jemaa_crew":
        pass
    # A crew for so many pieces of work, which goes away with the object, and its address.
    object hire "jemaa_hire"(int threads, long pieces)
    Crew* crew_of "jemaa_crew_of"(object hired) except NULL
    # The caller, number 0: call all, do a part of the work, and wait for whoever came.
    void call "jemaa_call"(Crew* crew) noexcept nogil
    void gather "jemaa_gather"(Crew* crew) noexcept nogil
    # Anybody: the next piece of this call to work on, or -1.
    long take "jemaa_take"(Crew* crew, int who) noexcept nogil
    # The other threads: wait for a call, and whether there is one; say that there is nothing left.
    bint attend "jemaa_attend"(Crew* crew, int who) noexcept nogil
    void finish "jemaa_finish"(Crew* crew, int who) noexcept nogil
    # End the other threads, when nobody works.
    void dismiss "jemaa_dismiss"(Crew* crew) noexcept nogil
