"""The weights of the evaluation, by number of players and term: (early, late).

`scripts/fit_marrakech.py` fits such tables to games of the engines; these are means of its results
and of weights set by hand, which were tried against each other and against `greedy` in the arena.
"""

from __future__ import annotations

SHARE: dict[int, dict[str, tuple[float, float]]] = {
    2: {
        "cash": (0.0613, 0.0646),
        "squares": (0.0792, 0.0551),
        "areas": (-0.0017, 0.0573),
        "whole": (0.0151, -0.0002),
        "toll": (-0.0295, 0.039),
        "poverty": (-0.03, 0.0),
        "pile": (0.15, 0.247),
        "near": (0.0, 0.0),
        "block": (0.0, 0.0),
        "rim": (0.0, 0.0),
    },
    3: {
        "cash": (0.0459, 0.0761),
        "squares": (-0.0477, 0.0702),
        "areas": (0.0582, 0.0454),
        "whole": (0.0145, -0.0011),
        "toll": (0.0279, 0.0534),
        "poverty": (-0.03, 0.0),
        "pile": (0.0602, 0.1643),
        "near": (-0.0147, -0.0024),
        "block": (-0.2102, 0.0262),
        "rim": (0.0218, -0.0011),
    },
    4: {
        "cash": (0.0585, 0.0958),
        "squares": (-0.0538, 0.0819),
        "areas": (0.058, 0.0541),
        "whole": (0.0079, 0.0047),
        "toll": (0.0411, 0.062),
        "poverty": (-0.03, 0.0),
        "pile": (0.0929, 0.1778),
        "near": (-0.0082, -0.0005),
        "block": (-0.2477, 0.0092),
        "rim": (0.0309, 0.0008),
    },
}
"""For the share of the win, before the softmax."""
SCORE: dict[int, dict[str, tuple[float, float]]] = {
    2: {
        "cash": (0.9437, 1.0302),
        "squares": (0.7478, 1.0907),
        "areas": (0.8243, 0.6637),
        "whole": (-0.0835, -0.0639),
        "toll": (0.2184, 0.3485),
        "poverty": (0.0, 0.0),
        "pile": (0.8278, -0.1375),
        "near": (-0.3169, -0.0512),
        "block": (-2.4876, -0.5026),
        "rim": (-0.195, -0.2024),
    },
    3: {
        "cash": (0.4016, 0.9687),
        "squares": (0.5197, 1.0207),
        "areas": (0.5654, 0.2279),
        "whole": (-0.2574, 0.2027),
        "toll": (0.2108, 0.4993),
        "poverty": (0.0, 0.0),
        "pile": (1.9944, 1.3767),
        "near": (-0.08, -0.1372),
        "block": (-2.9637, 1.0526),
        "rim": (0.3264, -0.1319),
    },
    4: {
        "cash": (0.4926, 0.9741),
        "squares": (0.4615, 0.9932),
        "areas": (0.3718, 0.2231),
        "whole": (-0.1158, 0.1589),
        "toll": (0.2531, 0.4857),
        "poverty": (0.0, 0.0),
        "pile": (2.0562, 1.487),
        "near": (-0.0133, -0.0779),
        "block": (-2.4276, 0.7856),
        "rim": (0.2805, -0.0363),
    },
}
"""For the final score."""
