# Counting in sets of squares, and numbers that threads share: the one place where compiled code
# depends on the compiler. Where the compiler has no builtin to count (MSVC), or JEMAA_PLAIN_C is
# defined, plain C does the same. And mixing bits, which is done for every draw of chance, so it must
# not be a call into another module.
from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(__GNUC__) && !defined(JEMAA_PLAIN_C)
    #define jemaa_count(bits) __builtin_popcountll(bits)
    #define jemaa_lowest(bits) __builtin_ctzll(bits)
    #define jemaa_fetch(thing) do { \
        __builtin_prefetch((char*)(thing)); \
        __builtin_prefetch((char*)(thing) + 64); \
        __builtin_prefetch((char*)(thing) + 128); } while (0)
    #else
    #define jemaa_fetch(thing)
    static int jemaa_count(uint64_t bits) {
        bits -= (bits >> 1) & UINT64_C(0x5555555555555555);
        bits = (bits & UINT64_C(0x3333333333333333)) + ((bits >> 2) & UINT64_C(0x3333333333333333));
        bits = (bits + (bits >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
        return (int)((bits * UINT64_C(0x0101010101010101)) >> 56);
    }
    #define jemaa_lowest(bits) jemaa_count(~(bits) & ((bits) - 1))
    #endif
    #if defined(__BMI2__) && !defined(JEMAA_PLAIN_C)
    #include <immintrin.h>
    #define jemaa_nth(bits, n) jemaa_lowest(_pdep_u64(UINT64_C(1) << (n), bits))
    #else
    static inline int jemaa_nth(uint64_t bits, int n) {
        /* Most sets are small: going on for a while is faster than a branch to guess wrong. */
        for (int skipped = 0; skipped < 5 || skipped < n; skipped++) bits &= bits - (skipped < n);
        return jemaa_lowest(bits);
    }
    #endif
    static inline uint64_t jemaa_mix(uint64_t rng) {
        rng = (rng ^ (rng >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
        rng = (rng ^ (rng >> 27)) * UINT64_C(0x94d049bb133111eb);
        return rng ^ (rng >> 31);
    }
    /* Numbers that threads share; all of these order what else the threads read and write. */
    #if defined(_MSC_VER)
    #include <intrin.h>
    typedef volatile long jemaa_atom;
    #define jemaa_load(atom) _InterlockedCompareExchange(atom, 0, 0)
    #define jemaa_swap(atom, value) _InterlockedExchange(atom, value)
    #define jemaa_next(atom) _InterlockedExchangeAdd(atom, 1)
    static inline int jemaa_change(jemaa_atom* atom, long from, long to) {
        return _InterlockedCompareExchange(atom, to, from) == from;
    }
    #else
    typedef long jemaa_atom;
    #define jemaa_load(atom) __atomic_load_n(atom, __ATOMIC_SEQ_CST)
    #define jemaa_swap(atom, value) __atomic_exchange_n(atom, value, __ATOMIC_SEQ_CST)
    #define jemaa_next(atom) __atomic_fetch_add(atom, 1, __ATOMIC_SEQ_CST)
    static inline int jemaa_change(jemaa_atom* atom, long from, long to) {
        return __atomic_compare_exchange_n(
            atom, &from, to, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    }
    #endif
    /* Say that this is a loop that waits: the processor then leaves more to its other threads. */
    #if defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))
    #define jemaa_breathe() _mm_pause()
    #elif defined(__x86_64__) || defined(__i386__)
    #define jemaa_breathe() __builtin_ia32_pause()
    #elif defined(__aarch64__)
    #define jemaa_breathe() __asm__ __volatile__("yield")
    #else
    #define jemaa_breathe() ((void)0)
    #endif
    """
    # How many bits are set.
    int count "jemaa_count"(uint64_t bits) noexcept nogil
    # The number of the lowest bit that is set; one must be.
    int lowest "jemaa_lowest"(uint64_t bits) noexcept nogil
    # The number of the n-th bit that is set, counted from 0; there must be one.
    int nth "jemaa_nth"(uint64_t bits, int n) noexcept nogil
    # Let the processor fetch an object of up to 192 bytes that will be needed soon.
    void fetch "jemaa_fetch"(void* thing) noexcept nogil
    # What splitmix64 makes of its counter; `playout.py` has the same for the uncompiled form.
    uint64_t mix "jemaa_mix"(uint64_t rng) noexcept nogil
    # Say that this is a loop that waits.
    void breathe "jemaa_breathe"() noexcept nogil
