"""Train a player of the two-player game: first by lessons of a teacher, then by playing (PPO).

    pip install 'jemaa[envs]' torch
    python examples/train_ppo.py --minutes 30 --out marrakech.npz
    jemaa arena marrakech 'policy("marrakech.npz")' greedy --players 2 --games 2000

Everything is in this file. It prints a learning curve: the share of the win against `random` and
`greedy`. Minutes are of the processor: two cores spend two of them in one by the clock. In lessons
the network plays against itself, and the teacher, a player that searches, says what every move
would have been worth. `--lessons 0` leaves them out and learns by playing alone. `--executor ray`
plays on a cluster and learns here.

The network is saved as an archive of numpy, which `policy("FILE")` plays without torch. Playing
needs no torch either, so only what learns imports it.
"""

import argparse
import time
from pathlib import Path

import numpy as np

import jemaa
from jemaa.envs import Batch

PLAYERS = 2
STEPS = 32  # moves in each game before the network learns from them
EPOCHS, MINIBATCH = 2, 2048
LAMBDA = 0.95  # how far a surprise reaches back; a game is short, so nothing is discounted
CLIP, VALUE_WEIGHT = 0.2, 0.5
SOFTNESS = 0.08  # by how much log odds must differ for a teacher to mind
LAYERS = 3  # two hidden ones, and the preferences; the value is a fourth beside them


def new_weights(layout, width, seed):
    """Return a network as arrays: weights and biases of the layers, and of the value."""
    rng = np.random.default_rng(seed)
    sizes = [(layout.flat_size, width), (width, width), (width, layout.actions), (width, 1)]
    scales = [2**0.5, 2**0.5, 0.01, 0.01]
    weights = []
    for (inputs, outputs), scale in zip(sizes, scales, strict=True):
        weights.append(rng.normal(0, scale / inputs**0.5, (inputs, outputs)).astype(np.float32))
        weights.append(np.zeros(outputs, np.float32))
    return weights


def save(path, weights, layout):
    """Write what `policy("FILE")` reads: the layers, and which observations they are for."""
    arrays = {}
    for number in range(LAYERS):  # halves of the usual precision are enough to choose by
        arrays[f"weight{number}"] = weights[2 * number].astype(np.float16)
        arrays[f"bias{number}"] = weights[2 * number + 1].astype(np.float16)
    np.savez_compressed(path, game=layout.game, layout=layout.version, **arrays)


def forward(weights, seen, mask):
    """Return the logarithms of the chances of all actions, and what the mover can expect."""
    for number in range(LAYERS - 1):
        seen = np.maximum(seen @ weights[2 * number] + weights[2 * number + 1], 0)
    logits = np.where(mask, seen @ weights[-4] + weights[-3], np.float32(-1e9))
    logits -= logits.max(axis=1, keepdims=True)
    logits -= np.log(np.exp(logits).sum(axis=1, keepdims=True))
    return logits, (seen @ weights[-2] + weights[-1])[:, 0]


class Worker:
    """Plays a batch of games. In a part of them a named player holds one of the two seats."""

    def __init__(self, game, games, seed, opponent, part):
        self.batch = Batch(game, games, players=PLAYERS, seed=seed, centred=True)
        self.rng = np.random.default_rng(seed)
        self.opponent = jemaa.player(game, opponent) if part else None
        # Where the network does not move: seat 0 or 1 in that part of the games, else nowhere.
        self.taken = np.where(np.arange(games) < part * games, np.arange(games) % PLAYERS, -1)

    def play(self, weights):
        """Play some moves in every game; return what was seen, done, expected and earned."""
        batch, rows = self.batch, []
        for _ in range(STEPS):
            chances, value = forward(weights, batch.flat(), batch.mask.astype(bool))
            # The largest of chance and noise is a fair draw.
            action = (chances + self.rng.gumbel(size=chances.shape)).argmax(axis=1)
            learns = batch.actors != self.taken
            for index in np.flatnonzero(~learns):
                action[index] = answer(batch, index, self.opponent)
            row = {"planes": batch.planes.reshape(batch.games, -1).copy(), "action": action}
            row |= {"scalars": batch.scalars.copy(), "mask": batch.mask.copy(), "learns": learns}
            row |= {"chance": np.take_along_axis(chances, action[:, None], 1)[:, 0]}
            mover = batch.actors.copy()
            batch.step(action)
            # A good position for whoever moves next is a bad one for their opponent.
            side = np.where(batch.actors == mover, 1.0, -1.0) * ~batch.done
            reward = batch.rewards[np.arange(batch.games), mover]
            rows.append(row | {"value": value, "reward": reward, "side": side.astype(np.float32)})
        played = {name: np.stack([row[name] for row in rows]) for name in rows[0]}
        last = forward(weights, batch.flat(), batch.mask.astype(bool))[1]
        played["gain"] = advantages(played, last)
        return {name: column.reshape(-1, *column.shape[2:]) for name, column in played.items()}


def answer(batch, index, player):
    """Return the move of a named player in one game of a batch."""
    return player.choose(batch.state(index).view(int(batch.actors[index]))).move.id


def advantages(played, last):
    """Return how much better each move was than expected, seen by who made it (GAE)."""
    found = np.zeros_like(played["reward"])
    ahead, following = np.zeros_like(last), last
    for step in reversed(range(len(found))):
        side, value = played["side"][step], played["value"][step]
        surprise = played["reward"][step] + side * following - value
        ahead = surprise + LAMBDA * side * ahead
        found[step], following = ahead, value
    return found


class Learner:
    """Changes the weights of a network, by torch."""

    def __init__(self, weights, rate, threads):
        import torch  # here, because whoever only plays needs none

        self.torch = torch
        torch.set_num_threads(threads)
        self.weights = [torch.tensor(array, requires_grad=True) for array in weights]
        self.rate = rate
        self.optimiser = torch.optim.Adam(self.weights, rate, eps=1e-5)

    def arrays(self):
        """Return the weights as they are now."""
        return [tensor.detach().numpy().copy() for tensor in self.weights]

    def slow_down(self, left):
        """Learn in smaller steps towards the end; `left` goes from 1 to 0."""
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate * max(left, 0.02)

    def forward(self, planes, scalars, mask):
        torch, weights = self.torch, self.weights
        seen = torch.cat([torch.from_numpy(planes).float(), torch.from_numpy(scalars)], 1)
        for number in range(LAYERS - 1):
            seen = torch.relu(torch.addmm(weights[2 * number + 1], seen, weights[2 * number]))
        logits = torch.addmm(weights[-3], seen, weights[-4])
        logits = logits.masked_fill(torch.from_numpy(mask == 0), -1e9)
        value = torch.addmm(weights[-1], seen, weights[-2])[:, 0]
        return torch.log_softmax(logits, dim=1), value

    def descend(self, loss):
        self.optimiser.zero_grad()
        loss.backward()
        self.torch.nn.utils.clip_grad_norm_(self.weights, 0.5)
        self.optimiser.step()

    def imitate(self, rows):
        """Make likely what the teacher likes, and expect what it expects."""
        torch = self.torch
        chances, value = self.forward(*(rows[name] for name in SEEN))
        error = (value - torch.from_numpy(rows["value"])).pow(2).mean()
        liked = torch.from_numpy(rows["liked"]).float()
        self.descend(VALUE_WEIGHT * error - (liked * chances.clamp(min=-30)).sum(1).mean())

    def improve(self, played, entropy_weight, rng):
        """Make good moves more likely and bad ones less (PPO)."""
        torch = self.torch
        goals = played["gain"] + played["value"]
        gains = played["gain"] - played["gain"][played["learns"]].mean()
        gains = gains / (gains[played["learns"]].std() + 1e-8) * played["learns"]
        rows = rng.permutation(len(gains))
        for pick in np.array_split(np.tile(rows, EPOCHS), EPOCHS * len(rows) // MINIBATCH or 1):
            chances, value = self.forward(*(played[name][pick] for name in SEEN))
            action = torch.from_numpy(played["action"][pick])
            chance = chances.gather(1, action[:, None])[:, 0]
            ratio = (chance - torch.from_numpy(played["chance"][pick]).float()).exp()
            gain = torch.from_numpy(gains[pick]).float()
            limited = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain)
            entropy = -(chances.exp() * chances.clamp(min=-30)).sum(1).mean()
            error = (value - torch.from_numpy(goals[pick]).float()).pow(2).mean()
            self.descend(VALUE_WEIGHT * error - limited.mean() - entropy_weight * entropy)


SEEN = ("planes", "scalars", "mask")


class Lessons:
    """A batch of games in which a teacher says what it thinks of every move; the latest are kept.

    The board of Marrakech looks the same when it is turned by a half or mirrored at a diagonal, so
    every lesson is worth four.
    """

    def __init__(self, game, games, seed, teacher, kept):
        self.batch = Batch(game, games, players=PLAYERS, seed=seed)
        self.teacher = jemaa.player(game, teacher)
        self.rng = np.random.default_rng(seed)
        layout = self.batch.layout
        self.rows = {
            "planes": np.zeros((kept, layout.plane_size), np.uint8),
            "scalars": np.zeros((kept, layout.scalar_size), np.float32),
            "mask": np.zeros((kept, layout.actions), np.uint8),
            "liked": np.zeros((kept, layout.actions), np.float16),
            "value": np.zeros(kept, np.float32),
        }
        self.count = 0
        self.mirrors = mirrors(layout) if game == "marrakech" else []

    def give(self, weights, steps):
        """Play on with the network, and keep what the teacher says."""
        batch, kept = self.batch, len(self.rows["value"])
        for _ in range(steps):
            at = np.arange(self.count, self.count + batch.games) % kept
            self.rows["planes"][at] = batch.planes.reshape(batch.games, -1)
            self.rows["scalars"][at] = batch.scalars
            self.rows["mask"][at] = batch.mask
            for index, row in enumerate(at):
                self._ask(index, row)
            self.count += batch.games
            chances = forward(weights, batch.flat(), batch.mask.astype(bool))[0]
            batch.step((chances + self.rng.gumbel(size=chances.shape)).argmax(axis=1))

    def _ask(self, index, row):
        candidates = self.teacher.choose(self.batch.state(index).view(self.seat(index))).candidates
        # A hundredth of the win counts more where the game is all but decided: so, log odds.
        shares = np.clip([one.weight for one in candidates], 1e-4, 1 - 1e-4)
        liked = (shares / (1 - shares)) ** (1 / SOFTNESS)
        self.rows["liked"][row] = 0
        self.rows["liked"][row, [one.move.id for one in candidates]] = liked / liked.sum()
        self.rows["value"][row] = shares.max() - 1 / PLAYERS

    def seat(self, index):
        return int(self.batch.actors[index])

    def pick(self, size):
        """Return some of what is kept, mirrored at random."""
        pick = self.rng.integers(min(self.count, len(self.rows["value"])), size=size)
        rows = {name: column[pick] for name, column in self.rows.items()}
        if self.mirrors:
            planes, actions = self.mirrors[self.rng.integers(len(self.mirrors))]
            rows["planes"] = rows["planes"][:, planes]
            rows["mask"], rows["liked"] = rows["mask"][:, actions], rows["liked"][:, actions]
        return rows


def mirrors(layout):
    """Return how the board of Marrakech can lie: where each square and each action comes from."""
    codec = jemaa.game("marrakech").moves
    squares = [(x, y) for y in range(7) for x in range(7)]
    names = {square: f"{'abcdefg'[square[0]]}{square[1] + 1}" for square in squares}
    rugs = {}
    for x, y in squares:
        for there in ((x + 1, y), (x, y + 1)):
            if there in names:
                rugs[frozenset([(x, y), there])] = codec.by_text(names[x, y] + names[there]).id
    found = []
    for diagonal in (False, True):
        for half in (False, True):

            def place(square, diagonal=diagonal, half=half):
                x, y = square[::-1] if diagonal else square
                return (6 - x, 6 - y) if half else (x, y)

            planes = np.arange(layout.plane_size).reshape(layout.plane_shape)
            new = planes.copy()
            for x, y in squares:
                u, v = place((x, y))
                new[:4, v, u] = planes[:4, y, x]
                for heading in range(4):
                    to = (3 - heading if diagonal else heading) + 2 * half
                    new[6 + to % 4, v, u] = planes[6 + heading, y, x]
            actions = np.arange(layout.actions)
            if diagonal:
                actions[[0, 2]] = 2, 0  # left and right
            for (first, second), rug in ((sorted(pair), id) for pair, id in rugs.items()):
                there = sorted((place(first), place(second)))
                actions[rugs[frozenset(there)]] = rug
                links = [4 if one[0][1] == one[1][1] else 5 for one in ((first, second), there)]
                new[links[1], there[0][1], there[0][0]] = planes[links[0], first[1], first[0]]
            found.append((new.reshape(-1), actions))
    return found


def make_workers(options):
    """Return functions that begin to play with weights, and one that waits for the results."""
    each = options.games // options.workers
    arguments = [
        (options.game, each, options.seed + number, options.opponent, options.part)
        for number in range(options.workers)
    ]
    if options.executor == "local":
        workers = [Worker(*one) for one in arguments]
        return lambda weights: [worker.play(weights) for worker in workers]
    import ray

    remote = ray.remote(num_cpus=1)(Worker)
    workers = [remote.remote(*one) for one in arguments]

    def play(weights):
        shared = ray.put(weights)  # sent once, not once for each worker
        return ray.get([worker.play.remote(shared) for worker in workers])

    return play


def share_against(weights, game, opponent, games, seed):
    """Play against a named player from both seats; return the mean share of the win."""
    batch = Batch(game, games, players=PLAYERS, seed=seed, autoreset="next")
    player = jemaa.player(game, opponent)
    seat = np.arange(games) % PLAYERS
    share, over = np.zeros(games), np.zeros(games, bool)
    while not over.all():
        actions = forward(weights, batch.flat(), batch.mask.astype(bool))[0].argmax(axis=1)
        for index in np.flatnonzero((batch.actors != seat) & ~over):
            actions[index] = answer(batch, index, player)
        batch.step(np.where(over, -1, actions))
        ended = batch.done & ~over
        share[ended] = batch.rewards[ended, seat[ended]]
        over |= batch.done
    return share.mean(), 1.96 * share.std() / games**0.5


class Curve:
    """Prints how well a network plays, again and again."""

    def __init__(self, game, minutes):
        self.game, self.every, self.next = game, minutes / 15, 0.0

    def show(self, minutes, moves, weights, games=200, seed=10**6):
        """Print a line if it is time for one."""
        if minutes < self.next:
            return
        self.next = minutes + self.every
        found = [
            share_against(weights, self.game, one, games, seed) for one in ("random", "greedy")
        ]
        shares = "  ".join(
            f"v {name} {share:.3f} ±{half:.3f}"
            for name, (share, half) in zip(("random", "greedy"), found, strict=True)
        )
        print(f"{minutes:5.1f} min {moves:>11,} moves  {shares}", flush=True)


def train(options, layout):
    """Learn from the table if there is one, then from playing; return the weights."""
    rng = np.random.default_rng(options.seed)
    learner = Learner(new_weights(layout, options.width, options.seed), 1e-3, options.threads)
    curve = Curve(options.game, options.minutes)

    def minutes():
        return time.process_time() / 60

    if options.lessons:
        lessons = Lessons(options.game, 256, options.seed, options.teacher, 400_000)
        end = options.lessons * options.minutes
        while minutes() < end:
            curve.show(minutes(), lessons.count, learner.arrays())
            learner.slow_down(1 - minutes() / end)
            lessons.give(learner.arrays(), 8)
            for _ in range(12):
                learner.imitate(lessons.pick(1024))
        print(f"{minutes():5.1f} min: the lessons are over, it plays alone now", flush=True)
        curve.next = 0
        del lessons
    learner.rate = options.rate
    moves, play = 0, make_workers(options)
    while minutes() < options.minutes:
        left = 1 - minutes() / options.minutes
        curve.show(minutes(), moves, learner.arrays())
        learner.slow_down(left)
        for played in play(learner.arrays()):
            learner.improve(played, options.entropy * left, rng)
            moves += len(played["action"])
        if options.out:
            save(options.out, learner.arrays(), layout)
    curve.next = 0
    curve.show(minutes(), moves, learner.arrays(), games=1000, seed=2 * 10**6)
    return learner.arrays()


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--game", default="marrakech", choices=["marrakech", "facir"])
    parser.add_argument("--minutes", type=float, default=30, help="of the processor; default 30")
    parser.add_argument("--out", type=Path, default=Path("policy.npz"))
    parser.add_argument("--teacher", default="x1", help="who says what moves are worth")
    parser.add_argument("--lessons", type=float, default=0.6, help="the part of the time for them")
    parser.add_argument("--opponent", default="greedy", help="who sits in a part of the games")
    parser.add_argument("--part", type=float, default=0.5, help="that part; 0 is self-play alone")
    parser.add_argument("--games", type=int, default=1024, help="games in all batches together")
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--rate", type=float, default=1e-4, help="of learning by playing")
    parser.add_argument("--entropy", type=float, default=0.002)
    parser.add_argument("--threads", type=int, default=2, help="of torch")
    parser.add_argument("--executor", choices=["local", "ray"], default="local")
    parser.add_argument("--workers", type=int, default=1, help="batches, each with ray on a core")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    layout = jemaa.game(options.game).observer.layout
    save(options.out, train(options, layout), layout)


if __name__ == "__main__":
    main()
