"""Train a player of the two-player game on a batch of games, by playing against itself (PPO).

    pip install 'jemaa[envs]' torch
    python examples/train_ppo.py --minutes 15 --out marrakech.npz
    jemaa arena marrakech 'policy("marrakech.npz")' greedy --players 2 --games 2000

Everything is in this file. A line is printed for each step of the learning curve: the share of the
win against `random` and against `greedy`. The network is saved as an archive of numpy, which
`policy("FILE")` plays without torch.
"""

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

import jemaa
from jemaa.envs import Batch

PLAYERS = 2
STEPS = 32  # moves in each game before the network learns from them
EPOCHS, MINIBATCH = 2, 4096
GAMMA, LAMBDA = 1.0, 0.95  # a game is short, and only its end counts
CLIP, VALUE_WEIGHT = 0.2, 0.5


class Network(nn.Module):
    """Sees a flat observation; gives a preference for each action, and the expected reward."""

    def __init__(self, inputs, actions, width):
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.policy = nn.Linear(width, actions)
        self.value = nn.Linear(width, 1)
        for layer in (self.policy, self.value):
            nn.init.orthogonal_(layer.weight, 0.01)
            nn.init.zeros_(layer.bias)

    def forward(self, seen, mask):
        hidden = self.body(seen)
        logits = self.policy(hidden).masked_fill(~mask, -1e9)
        return torch.log_softmax(logits, dim=1), self.value(hidden).squeeze(1)

    def save(self, path, game, layout):
        """Write what `policy("FILE")` reads: the layers, and which observations they are for."""
        layers = [self.body[0], self.body[2], self.policy]
        arrays = {}
        for number, layer in enumerate(layers):
            arrays[f"weight{number}"] = layer.weight.detach().numpy().T.copy()
            arrays[f"bias{number}"] = layer.bias.detach().numpy()
        np.savez(path, game=game, layout=layout.version, **arrays)


def look(batch):
    """Return what all games show, as tensors: observations and masks."""
    return torch.from_numpy(batch.flat()), torch.from_numpy(batch.mask.astype(bool))


def choose(log_chances):
    """Draw an action for each game: the largest of chance and noise is a fair draw."""
    noise = -torch.log(-torch.log(torch.rand_like(log_chances).clamp_(1e-12, 1 - 1e-7)))
    return (log_chances + noise).argmax(dim=1)


def play(batch, network):
    """Play some moves in every game; return what was seen, done, expected and earned."""
    games = np.arange(batch.games)
    rows = []
    with torch.no_grad():
        seen, mask = look(batch)
        log_chances, value = network(seen, mask)
        for _ in range(STEPS):
            action = choose(log_chances)
            chance = log_chances.gather(1, action[:, None]).squeeze(1)
            mover = batch.actors.copy()
            batch.step(action.numpy())
            reward = torch.from_numpy(batch.rewards[games, mover])
            # A good position for whoever moves next is a bad one for their opponent.
            side = torch.from_numpy(np.where(batch.actors == mover, 1.0, -1.0)).float()
            side[torch.from_numpy(batch.done)] = 0.0
            row = (seen, mask, action, chance, value, reward, side)
            rows.append(row)
            seen, mask = look(batch)
            log_chances, value = network(seen, mask)
    return [torch.stack(column) for column in zip(*rows, strict=True)], value


def advantages(rewards, values, sides, last):
    """Return how much better each move was than expected, seen by who made it (GAE)."""
    found = torch.zeros_like(rewards)
    ahead, following = torch.zeros_like(last), last
    for step in reversed(range(len(rewards))):
        surprise = rewards[step] + GAMMA * sides[step] * following - values[step]
        ahead = surprise + GAMMA * LAMBDA * sides[step] * ahead
        found[step], following = ahead, values[step]
    return found


def learn(network, optimiser, rows, last, entropy_weight):
    """Make good moves more likely and bad ones less (PPO)."""
    seen, mask, action, old, value, reward, side = rows
    gains = advantages(reward, value, side, last)
    goals = gains + value
    flat = [part.flatten(0, 1) for part in (seen, mask, action, old, gains, goals)]
    seen, mask, action, old, gains, goals = flat
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    for _ in range(EPOCHS):
        for pick in torch.randperm(len(action)).split(MINIBATCH):
            log_chances, value = network(seen[pick], mask[pick])
            chance = log_chances.gather(1, action[pick, None]).squeeze(1)
            ratio = (chance - old[pick]).exp()
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            gain = torch.minimum(ratio * gains[pick], clipped * gains[pick]).mean()
            entropy = -(log_chances.exp() * log_chances.clamp(min=-30)).sum(1).mean()
            error = (value - goals[pick]).pow(2).mean()
            loss = VALUE_WEIGHT * error - gain - entropy_weight * entropy
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimiser.step()
    return float(entropy)


def share_against(network, game, opponent, games, seed):
    """Play against a named player from both seats; return the mean share of the win."""
    batch = Batch(game, games, players=PLAYERS, seed=seed, autoreset="next")
    player = jemaa.player(game, opponent)
    seat = np.arange(games) % PLAYERS
    share, over = np.zeros(games), np.zeros(games, bool)
    while not over.all():
        with torch.no_grad():
            actions = network(*look(batch))[0].argmax(dim=1).numpy()
        for index in np.flatnonzero((batch.actors != seat) & ~over):
            view = batch.state(index).view(int(batch.actors[index]))
            actions[index] = player.choose(view).move.id
        batch.step(np.where(over, -1, actions))
        ended = batch.done & ~over
        share[ended] = batch.rewards[ended, seat[ended]]
        over |= batch.done
    return share.mean(), 1.96 * share.std() / games**0.5


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--game", default="marrakech", choices=["marrakech", "facir"])
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--out", type=Path, default=Path("policy.npz"))
    parser.add_argument("--resume", type=Path, help="go on from this file, and keep it up to date")
    parser.add_argument("--games", type=int, default=1024, help="games in the batch")
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--rate", type=float, default=1e-3, help="the learning rate at the start")
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stop", type=float, default=0, help="stop after these minutes, to resume")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    batch = Batch(
        options.game,
        options.games,
        players=PLAYERS,
        seed=options.seed,
        threads=options.threads,
        centred=True,
    )
    network = Network(batch.layout.flat_size, batch.layout.actions, options.width)
    optimiser = torch.optim.Adam(network.parameters(), options.rate, eps=1e-5)
    spent, moves, told = 0.0, 0, -1.0
    if options.resume and options.resume.exists():
        saved = torch.load(options.resume, weights_only=True)
        network.load_state_dict(saved["network"])
        optimiser.load_state_dict(saved["optimiser"])
        spent, moves, told = saved["spent"], saved["moves"], saved["told"]
        batch.reset(options.seed + moves)
        torch.manual_seed(options.seed + moves)
    begin = time.perf_counter() - spent
    stop = spent + 60 * options.stop if options.stop else float("inf")
    whole = 60 * options.minutes
    while (spent := time.perf_counter() - begin) < min(whole, stop):
        if spent - told > whole / 15:
            told = spent
            curve = [
                share_against(network, options.game, name, 200, 10**6 + moves)
                for name in ("random", "greedy")
            ]
            texts = [f"{share:.3f} ±{half:.3f}" for share, half in curve]
            told_so_far = f"v random {texts[0]}  v greedy {texts[1]}"
            print(f"{spent / 60:5.1f} min {moves:>11,} moves  {told_so_far}", flush=True)
        left = 1 - spent / whole
        for group in optimiser.param_groups:
            group["lr"] = options.rate * max(left, 0.02)
        rows, last = play(batch, network)
        learn(network, optimiser, rows, last, options.entropy * left)
        moves += STEPS * options.games
    network.save(options.out, options.game, batch.layout)
    if options.resume:
        saved = {"network": network.state_dict(), "optimiser": optimiser.state_dict()}
        torch.save({**saved, "spent": spent, "moves": moves, "told": told}, options.resume)
    for name in ("random", "greedy") if spent >= whole else ():
        share, half = share_against(network, options.game, name, 1000, 2 * 10**6)
        result = f"v {name:7} {share:.3f} ±{half:.3f} (1,000 games)"
        print(f"{spent / 60:5.1f} min {moves:>11,} moves  {result}")


if __name__ == "__main__":
    main()
