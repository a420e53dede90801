"""Train against named opponents with MaskablePPO of sb3-contrib, through Gymnasium.

    pip install 'jemaa[envs]' sb3-contrib
    python examples/train_maskable.py --minutes 15 --opponents random --out maskable.npz
    jemaa arena marrakech 'policy("maskable.npz")' random --players 2 --games 2000

It prints a learning curve: the share of the win in games against `random` and `greedy`. Minutes
are of the processor. `policy("FILE")` plays the network without torch.

All tables are one vector environment. The network looks from where Assam stands, as in
`train_ppo.py`. Who wins is known only in the end, so a lead is paid for while it lasts: what a move
adds to it is a reward, and with the lead at first all of them add up to the result.
"""

import argparse
import time
from pathlib import Path

import gymnasium
import numpy as np
from train_ppo import Eyes
from train_ppo import save as save_layers

import jemaa.envs

gymnasium.register_envs(jemaa.envs)
WIDTH = 128
STEPS = 64  # moves at each table before the network learns from them
LEAD = 20  # so many points of lead are nearly a win
LAYERS = ("mlp_extractor.policy_net.0", "mlp_extractor.policy_net.2", "action_net")


class Tables:
    """Tables that the network plays at, all stepped in one call."""

    def __init__(self, game, tables, opponents):
        self.many = gymnasium.make_vec(
            game, num_envs=tables, opponents=opponents, centred=True, autoreset_mode="SameStep"
        )
        self.eyes = Eyes(self.many.layout.game)
        layout = self.eyes.layout
        self.inputs = self.eyes.squares.shape[1] + layout.scalar_size
        self.outputs = self.eyes.moves.shape[1]

    def begin(self, seed):
        """Begin at all tables, and return what the network sees."""
        return self._shown(self.many.reset(seed=seed)[0])

    def step(self, outputs):
        """Make the moves that outputs stand for: what is seen then, rewards, and what is over."""
        moves = self.eyes.moves[self.places, outputs]
        seen, rewards, over, _, _ = self.many.step(moves)
        before = self.lead
        shown = self._shown(seen)
        return shown, rewards - before + np.where(over, 0, self.lead), over

    def _shown(self, seen):
        self.lead = lead(seen, self.eyes.layout)
        self.places, shown, self.masks = look(self.eyes, seen, self.many.action_masks())
        return shown


def look(eyes, seen, masks):
    """Return from where each table is seen, what is seen from there, and which outputs are legal.

    Where a game is over nothing is, and the first output stands for whatever is done then.
    """
    size = eyes.layout.plane_size
    places, squares, legal = eyes.look(seen[:, :size], masks)
    legal = legal.astype(bool)
    legal[~legal.any(axis=1), 0] = True
    return places, np.concatenate((squares, seen[:, size:]), axis=1, dtype=np.float32), legal


def lead(seen, layout):
    """Return how far ahead the agent is in the two-player game, from -0.5 to 0.5; elsewhere 0."""
    if layout.game != "marrakech":
        return np.zeros(len(seen))
    cash = 30 * seen[:, layout.slices["cash"]]
    squares = [seen[:, layout.slices[f"colour {number}"]].sum(axis=1) for number in range(4)]
    points = cash[:, 0] - cash[:, 1] + squares[0] + squares[1] - squares[2] - squares[3]
    return 0.5 * np.tanh(points / LEAD)


def save(path, weights, eyes):
    """Write what `policy("FILE")` reads, from the weights of the policy by their names."""
    arrays = []
    for name in LAYERS:
        arrays += [np.asarray(weights[f"{name}.weight"]).T, np.asarray(weights[f"{name}.bias"])]
    save_layers(path, arrays, eyes)


def share_against(choose, opponents, game, tables, seed):
    """Play one game at each of many tables; return the mean share of the win and its error."""
    env = gymnasium.make_vec(game, num_envs=tables, opponents=opponents)
    seen, info = env.reset(seed=seed)
    share, over = np.zeros(tables), np.zeros(tables, bool)
    while not over.all():
        seen, rewards, ended, _, info = env.step(choose(seen, info["action_mask"]))
        share = np.where(ended & ~over, rewards, share)
        over |= ended
    env.close()
    return share.mean(), 1.96 * share.std() / tables**0.5


def adapted(tables, count):
    """Return tables as Stable-Baselines3 wants them."""
    from stable_baselines3.common.vec_env import VecEnv

    class Adapted(VecEnv):
        def __init__(self):
            seen = gymnasium.spaces.Box(0, 4, (tables.inputs,), np.float32)
            super().__init__(count, seen, gymnasium.spaces.Discrete(tables.outputs))

        def reset(self):
            return tables.begin(self._seeds[0])

        def step_async(self, actions):
            self._actions = actions

        def step_wait(self):
            seen, rewards, over = tables.step(self._actions)
            # A game that is over is worth nothing more, so nobody looks at its last position.
            return seen, rewards.astype(np.float32), over, [{} for _ in range(count)]

        def env_method(self, name, *given, indices=None, **named):
            return list(tables.masks)  # only `action_masks` is asked for

        def has_attr(self, name):
            return name == "action_masks"

        def get_attr(self, name, indices=None):
            return [None] * count

        def set_attr(self, name, value, indices=None):
            raise AttributeError(name)

        def env_is_wrapped(self, wrapper, indices=None):
            return [False] * count

        def close(self):
            tables.many.close()

    return Adapted()


def main():
    from sb3_contrib import MaskablePPO  # here, because tests use the rest without it
    from torch.nn import ReLU

    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--game", default="jemaa/Marrakech-v0")
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--minutes", type=float, default=15, help="of the processor; default 15")
    parser.add_argument("--tables", type=int, default=64)
    parser.add_argument("--out", type=Path, default=Path("maskable.npz"))
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    tables = Tables(options.game, options.tables, options.opponents)
    eyes = tables.eyes
    model = MaskablePPO(
        "MlpPolicy",
        adapted(tables, options.tables),
        n_steps=STEPS,
        batch_size=512,
        n_epochs=4,
        gamma=1.0,
        ent_coef=0.005,
        learning_rate=7e-4,
        policy_kwargs={"net_arch": [WIDTH, WIDTH], "activation_fn": ReLU},
        seed=options.seed,
        device="cpu",
    )

    def choose(seen, masks):
        places, shown, legal = look(eyes, seen, masks)
        outputs = model.predict(shown, action_masks=legal, deterministic=True)[0]
        return np.minimum(eyes.moves[places, outputs], eyes.layout.actions - 1)

    while time.process_time() / 60 < options.minutes:
        model.learn(STEPS * options.tables * 16, reset_num_timesteps=False)
        minutes = time.process_time() / 60
        found = [
            (name, *share_against(choose, name, options.game, 200, 10**6))
            for name in ("random", "greedy")
        ]
        shares = "  ".join(f"v {name} {share:.3f} ±{half:.3f}" for name, share, half in found)
        print(f"{minutes:5.1f} min {model.num_timesteps:>11,} moves  {shares}", flush=True)
        weights = {name: tensor.numpy() for name, tensor in model.policy.state_dict().items()}
        save(options.out, weights, eyes)


if __name__ == "__main__":
    main()
