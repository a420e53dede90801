"""Train against named opponents with MaskablePPO of sb3-contrib, through Gymnasium.

    pip install 'jemaa[envs]' sb3-contrib
    python examples/train_maskable.py --minutes 15 --opponents random --out maskable.npz
    jemaa arena marrakech 'policy("maskable.npz")' random --players 2 --games 2000

It prints a learning curve: the share of the win in games against `random` and `greedy`. Minutes
are of the processor. `policy("FILE")` plays the network without torch.
"""

import argparse
import time
from pathlib import Path

import gymnasium
import numpy as np

import jemaa.envs

gymnasium.register_envs(jemaa.envs)
WIDTH = 128
LAYERS = ("mlp_extractor.policy_net.0", "mlp_extractor.policy_net.2", "action_net")


def make(opponents, game):
    """Make one table; the agent sits in another seat in every game."""
    return gymnasium.make(game, opponents=opponents, centred=True).unwrapped


def save(path, weights, layout):
    """Write what `policy("FILE")` reads, from the weights of the policy by their names."""
    arrays = {}
    for number, name in enumerate(LAYERS):
        arrays[f"weight{number}"] = np.asarray(weights[f"{name}.weight"], np.float16).T
        arrays[f"bias{number}"] = np.asarray(weights[f"{name}.bias"], np.float16)
    np.savez_compressed(path, game=layout.game, layout=layout.version, **arrays)


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


def main():
    from sb3_contrib import MaskablePPO  # here, because tests use the rest without it
    from stable_baselines3.common.env_util import make_vec_env
    from torch.nn import ReLU

    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--game", default="jemaa/Marrakech-v0")
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--minutes", type=float, default=15, help="of the processor; default 15")
    parser.add_argument("--tables", type=int, default=32)
    parser.add_argument("--out", type=Path, default=Path("maskable.npz"))
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    layout = make(options.opponents, options.game).layout
    model = MaskablePPO(
        "MlpPolicy",
        make_vec_env(lambda: make(options.opponents, options.game), options.tables),
        n_steps=128,
        batch_size=1024,
        n_epochs=4,
        gamma=1.0,
        ent_coef=0.01,
        learning_rate=5e-4,
        policy_kwargs={"net_arch": [WIDTH, WIDTH], "activation_fn": ReLU},
        seed=options.seed,
        device="cpu",
    )

    def choose(seen, masks):
        return model.predict(seen, action_masks=masks, deterministic=True)[0]

    while (minutes := time.process_time() / 60) < options.minutes:
        model.learn(128 * options.tables * 8, reset_num_timesteps=False)
        found = [
            (name, *share_against(choose, name, options.game, 200, 10**6))
            for name in ("random", "greedy")
        ]
        shares = "  ".join(f"v {name} {share:.3f} ±{half:.3f}" for name, share, half in found)
        print(f"{minutes:5.1f} min {model.num_timesteps:>11,} moves  {shares}", flush=True)
        weights = {name: tensor.numpy() for name, tensor in model.policy.state_dict().items()}
        save(options.out, weights, layout)


if __name__ == "__main__":
    main()
