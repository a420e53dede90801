"""Train a player of the two-player game: first by lessons of a teacher, then by playing (PPO).

    pip install 'jemaa[envs]' torch
    python examples/train_ppo.py --minutes 30 --out marrakech.npz
    jemaa arena marrakech 'policy("marrakech.npz")' greedy --players 2 --games 2000

It prints a learning curve: the share of the win against `random` and `greedy`. Minutes are of the
processor: two cores spend two in one. In lessons the network plays against itself, and a teacher
that searches says what every move would have been worth; `--lessons 0` learns by playing alone, and
`--executor ray` plays on a cluster and learns here. The network is saved as an archive of numpy,
which `policy("FILE")` plays without torch: only what learns imports it.
"""

import argparse
import time
from pathlib import Path

import numpy as np

import jemaa
from jemaa.envs import Batch

PLAYERS = 2
STEPS = 32  # moves in each game before the network learns from them
EPOCHS, MINIBATCH, CLIP, VALUE_WEIGHT = 2, 2048, 0.2, 0.5
LAMBDA = 0.95  # how far a surprise reaches back; a game is short, so nothing is discounted
SOFTNESS = 0.08  # by how much log odds must differ for a teacher to mind
SEEN = ("planes", "scalars", "mask")  # what the network is given
LAYERS = 3  # two hidden ones, and the preferences; the value is a fourth beside them


def new_weights(eyes, width, seed):
    """Return a network as arrays: weights and biases of the layers, and of the value."""
    rng = np.random.default_rng(seed)
    inputs = eyes.squares.shape[1] + eyes.layout.scalar_size
    sizes = [(inputs, width), (width, width), (width, eyes.moves.shape[1]), (width, 1)]
    scales = [2**0.5, 2**0.5, 0.01, 0.01]
    weights = []
    for (inputs, outputs), scale in zip(sizes, scales, strict=True):
        weights.append(rng.normal(0, scale / inputs**0.5, (inputs, outputs)).astype(np.float32))
        weights.append(np.zeros(outputs, np.float32))
    return weights


class Eyes:
    """How the network looks at a game.

    In Marrakech it stands on Assam's square and looks where he looks: `squares` says for each of
    his 196 places which squares of the planes it sees, and `moves` which moves its outputs stand
    for. So it learns once what lies before him, not once for every place. In any other game there
    is one place, from which everything is seen as it is.
    """

    def __init__(self, game):
        self.layout = layout = jemaa.game(game).observer.layout
        self.zero, self.one = layout.plane_size, layout.plane_size + 1
        self.squares = np.arange(layout.plane_size)[None]
        self.moves = np.arange(layout.actions)[None]
        self.mirrors = []
        if game == "marrakech":
            names = [f"assam {heading}" for heading in ("north", "east", "south", "west")]
            self.assam = slice(layout.slices[names[0]].start, layout.slices[names[3]].stop)
            places = [(x, y, heading) for heading in range(4) for y in range(7) for x in range(7)]
            views = [self._view(*place) for place in places]
            self.squares = np.array([squares for squares, _ in views])
            self.moves = np.array([moves for _, moves in views])
            self.mirrors = [self._mirror(*which) for which in ((0, 1), (1, 0), (1, 1))]

    def look(self, planes, mask):
        """Return where each game is seen from, and planes and mask as seen from there."""
        places = np.zeros(len(planes), int)
        if len(self.squares) > 1:
            places = planes[:, self.assam].argmax(axis=1)
        longer = np.pad(planes, ((0, 0), (0, 2)))
        longer[:, self.one] = 1
        return places, np.take_along_axis(longer, self.squares[places], 1), self.turn(mask, places)

    def turn(self, numbers, places):
        """Return one number for each output, of one for each action."""
        return np.take_along_axis(np.pad(numbers, ((0, 0), (0, 1))), self.moves[places], 1)

    def _view(self, x, y, heading):
        """Return the squares and the moves that are seen from one place of Assam."""

        def board(ahead):
            u, v = ahead
            dx, dy = ((u, v), (-v, u), (-u, -v), (v, -u))[heading]
            there = (x + dx, y + dy)
            return there if max(there) < 7 and min(there) >= 0 else None

        def rug(first, second):
            pair = [board(first), board(second)]
            return None if None in pair else sorted(pair, key=lambda square: square[::-1])

        squares = []
        for plane in range(4):
            for spot in NEAR:
                there = board(spot)
                squares.append(self.zero if there is None else _square(plane, *there))
        squares += [self.zero if board(spot) is None else self.one for spot in NEAR]
        for du, dv in ((1, 0), (0, 1)):  # whose rug goes on to the right, or behind
            for u, v in NEAR:
                pair = rug((u, v), (u + du, v + dv))
                if pair is None or (u + du, v + dv) not in NEAR:
                    squares.append(self.zero)
                else:
                    squares.append(_square(4 if pair[0][1] == pair[1][1] else 5, *pair[0]))
        squares += range(self.assam.start, self.assam.stop)  # for the loops at the edge
        moves, none = [0, 1, 2], self.layout.actions
        for first, second in RUGS:
            pair = rug(first, second)
            moves.append(none if pair is None else _rug_id(*pair))
        return squares, moves

    def _mirror(self, flips, turns):
        """Return where everything comes from when the board is mirrored at a diagonal, or turned.

        From Assam's place a half turn changes nothing but the place, and a mirror left and right.
        """
        spots = {spot: number for number, spot in enumerate(NEAR)}
        squares = []
        for part in range(7):
            for u, v in NEAR:
                there = (-u, v) if flips else (u, v)
                if flips and part == 5:  # a rug that goes on to the right comes from the left
                    there = (-u - 1, v)
                # What goes on out of sight is always 0, mirrored or not.
                squares.append(len(NEAR) * part + spots.get(there, spots[u, v]))
        for heading in range(4):
            for y in range(7):
                for x in range(7):
                    to = ((3 - heading if flips else heading) + 2 * turns) % 4
                    u, v = (y, x) if flips else (x, y)
                    u, v = (6 - u, 6 - v) if turns else (u, v)
                    squares.append(7 * len(NEAR) + 49 * to + 7 * v + u)
        flipped = [tuple(sorted(((-a, b), (-c, d)))) for (a, b), (c, d) in RUGS]
        known = {tuple(sorted(pair)): number for number, pair in enumerate(RUGS)}
        moves = [2, 1, 0] if flips else [0, 1, 2]
        moves += [3 + known[pair] if flips else 3 + at for at, pair in enumerate(flipped)]
        return np.array(squares), np.array(moves)


NEAR = [(u, v) for v in range(-4, 5) for u in range(-4, 5)]  # Assam goes four squares at most
RUGS = [  # beside Assam, seen from him
    ((u, v), (u + du, v + dv))
    for u, v in ((0, -1), (1, 0), (0, 1), (-1, 0))
    for du, dv in ((0, -1), (1, 0), (0, 1), (-1, 0))
    if (u + du, v + dv) != (0, 0)
]


def _square(plane, x, y):
    return 49 * plane + 7 * y + x


def _rug_id(first, second):
    names = [f"{'abcdefg'[x]}{y + 1}" for x, y in (first, second)]
    return jemaa.game("marrakech").moves.by_text("".join(names)).id


def save(path, weights, eyes):
    """Write what `policy("FILE")` reads: the layers, and how they look at which observations."""
    layout = eyes.layout
    arrays = {"game": layout.game, "layout": layout.version}
    for number in range(LAYERS):  # halves of the usual precision are enough to choose by
        arrays[f"weight{number}"] = weights[2 * number].astype(np.float16)
        arrays[f"bias{number}"] = weights[2 * number + 1].astype(np.float16)
    if len(eyes.squares) > 1:
        # There an observation has its scalars before the 0 and the 1.
        size = layout.scalar_size
        squares = np.where(eyes.squares < eyes.zero, eyes.squares, eyes.squares + size)
        scalars = np.tile(np.arange(size) + layout.plane_size, (len(squares), 1))
        arrays["places"] = np.arange(eyes.assam.start, eyes.assam.stop)
        arrays["inputs"] = np.concatenate([squares, scalars], axis=1).astype(np.int16)
        arrays["outputs"] = eyes.moves.astype(np.int16)
    np.savez_compressed(path, **arrays)


def forward(weights, planes, scalars, mask):
    """Return the logarithms of the chances of all moves, and what the mover can expect."""
    seen = np.concatenate([planes, scalars], axis=1, dtype=np.float32)
    for number in range(LAYERS - 1):
        seen = np.maximum(seen @ weights[2 * number] + weights[2 * number + 1], 0)
    logits = np.where(mask, seen @ weights[-4] + weights[-3], np.float32(-1e9))
    logits -= logits.max(axis=1, keepdims=True)
    logits -= np.log(np.exp(logits).sum(axis=1, keepdims=True))
    return logits, (seen @ weights[-2] + weights[-1])[:, 0]


def see(eyes, batch):
    """Return where the games of a batch are seen from, and what the network is given."""
    flat = batch.planes.reshape(batch.games, -1)
    places, planes, mask = eyes.look(flat, batch.mask)
    return places, (planes, batch.scalars.copy(), mask)


class Worker:
    """Plays a batch of games. In a part of them a named player holds one of the two seats."""

    def __init__(self, game, games, seed, opponent, part):
        self.batch = Batch(game, games, players=PLAYERS, seed=seed, centred=True)
        self.eyes = Eyes(game)
        self.rng = np.random.default_rng(seed)
        self.opponent = jemaa.player(game, opponent) if part else None
        # Where the network does not move: seat 0 or 1 in that part of the games, else nowhere.
        self.taken = np.where(np.arange(games) < part * games, np.arange(games) % PLAYERS, -1)

    def play(self, weights):
        """Play some moves in every game; return what was seen, done, expected and earned."""
        batch, rows, games = self.batch, [], np.arange(self.batch.games)
        for _ in range(STEPS):
            places, seen = see(self.eyes, batch)
            chances, value = forward(weights, *seen)
            # The largest of chance and noise is a fair draw.
            action = (chances + self.rng.gumbel(size=chances.shape)).argmax(axis=1)
            row = dict(zip(SEEN, seen, strict=True)) | {"action": action, "value": value}
            moves = self.eyes.moves[places, action]
            learns = batch.actors != self.taken
            for index in np.flatnonzero(~learns):
                moves[index] = answer(batch, index, self.opponent)
            row |= {"chance": chances[games, action], "learns": learns}
            mover = batch.actors.copy()
            batch.step(moves)
            # A good position for whoever moves next is a bad one for their opponent.
            side = np.where(batch.actors == mover, 1.0, -1.0) * ~batch.done
            reward = batch.rewards[games, mover]
            rows.append(row | {"reward": reward, "side": side.astype(np.float32)})
        played = {name: np.stack([row[name] for row in rows]) for name in rows[0]}
        last = forward(weights, *see(self.eyes, batch)[1])[1]
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


class Lessons:
    """A batch of games in which a teacher says what it thinks of every move; the latest are kept.

    The board of Marrakech is the same when it is turned by a half or mirrored at a diagonal, so
    every lesson is worth four.
    """

    def __init__(self, game, games, seed, teacher, kept):
        self.batch = Batch(game, games, players=PLAYERS, seed=seed)
        self.eyes = Eyes(game)
        self.teacher = jemaa.player(game, teacher)
        self.rng = np.random.default_rng(seed)
        inputs, outputs = self.eyes.squares.shape[1], self.eyes.moves.shape[1]
        self.rows = {
            "planes": np.zeros((kept, inputs), np.uint8),
            "scalars": np.zeros((kept, self.batch.layout.scalar_size), np.float32),
            "mask": np.zeros((kept, outputs), np.uint8),
            "liked": np.zeros((kept, outputs), np.float32),
            "value": np.zeros(kept, np.float32),
        }
        self.count = 0

    def give(self, weights, steps):
        """Play on with the network, and keep what the teacher says."""
        batch = self.batch
        for _ in range(steps):
            at = np.arange(self.count, self.count + batch.games) % len(self.rows["value"])
            places, seen = see(self.eyes, batch)
            asked = [self.ask(index) for index in range(batch.games)]
            liked = self.eyes.turn(np.array([one for one, _ in asked]), places)
            for name, column in zip(SEEN, seen, strict=True):
                self.rows[name][at] = column
            self.rows["liked"][at] = liked
            self.rows["value"][at] = [value for _, value in asked]
            self.count += batch.games
            chances = forward(weights, *seen)[0]
            action = (chances + self.rng.gumbel(size=chances.shape)).argmax(axis=1)
            batch.step(self.eyes.moves[places, action])

    def ask(self, index):
        """Return how much the teacher likes each action in a game, and what it expects."""
        view = self.batch.state(index).view(int(self.batch.actors[index]))
        candidates = self.teacher.choose(view).candidates
        # A hundredth of the win counts more where the game is all but decided: so, log odds.
        shares = np.clip([one.weight for one in candidates], 1e-4, 1 - 1e-4)
        odds = np.log(shares / (1 - shares)) / SOFTNESS
        liked = np.exp(odds - odds.max())
        found = np.zeros(self.batch.layout.actions, np.float32)
        found[[one.move.id for one in candidates]] = liked / liked.sum()
        return found, shares.max() - 1 / PLAYERS

    def pick(self, size):
        """Return some of what is kept, mirrored at random."""
        pick = self.rng.integers(min(self.count, len(self.rows["value"])), size=size)
        rows = {name: column[pick] for name, column in self.rows.items()}
        which = self.rng.integers(len(self.eyes.mirrors) + 1)
        if which:
            squares, moves = self.eyes.mirrors[which - 1]
            rows["planes"] = rows["planes"][:, squares]
            rows["mask"], rows["liked"] = rows["mask"][:, moves], rows["liked"][:, moves]
        return rows


def make_workers(options):
    """Return a function that lets all workers play, given weights, and returns what they played."""
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


def share_against(weights, eyes, opponent, games, seed):
    """Play against a named player from both seats; return the mean share of the win."""
    game = eyes.layout.game
    batch = Batch(game, games, players=PLAYERS, seed=seed, autoreset="next")
    player = jemaa.player(game, opponent)
    seat = np.arange(games) % PLAYERS
    share, over = np.zeros(games), np.zeros(games, bool)
    while not over.all():
        places, seen = see(eyes, batch)
        actions = eyes.moves[places, forward(weights, *seen)[0].argmax(axis=1)]
        for index in np.flatnonzero((batch.actors != seat) & ~over):
            actions[index] = answer(batch, index, player)
        batch.step(np.where(over, -1, actions))
        ended = batch.done & ~over
        share[ended] = batch.rewards[ended, seat[ended]]
        over |= batch.done
    return share.mean(), 1.96 * share.std() / games**0.5


class Curve:
    """Prints how well a network plays, again and again."""

    def __init__(self, eyes, minutes):
        self.eyes, self.every, self.next = eyes, minutes / 15, 0.0

    def show(self, minutes, moves, weights, games=200, seed=10**6):
        """Print a line if it is time for one."""
        if minutes < self.next:
            return
        self.next = minutes + self.every
        found = [
            share_against(weights, self.eyes, one, games, seed) for one in ("random", "greedy")
        ]
        shares = "  ".join(
            f"v {name} {share:.3f} ±{half:.3f}"
            for name, (share, half) in zip(("random", "greedy"), found, strict=True)
        )
        print(f"{minutes:5.1f} min {moves:>11,} moves  {shares}", flush=True)


def train(options, eyes):
    """Learn from a teacher, then from playing; return the weights."""
    rng = np.random.default_rng(options.seed)
    learner = Learner(new_weights(eyes, options.width, options.seed), 1e-3, options.threads)
    curve = Curve(eyes, options.minutes)

    def minutes():
        return time.process_time() / 60

    if options.lessons:
        lessons = Lessons(options.game, 256, options.seed, options.teacher, 200_000)
        end = options.lessons * options.minutes
        while minutes() < end:
            curve.show(minutes(), lessons.count, learner.arrays())
            learner.slow_down(1 - minutes() / end)
            lessons.give(learner.arrays(), 8)
            for _ in range(12):
                learner.imitate(lessons.pick(1024))
        save(options.out, learner.arrays(), eyes)
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
        save(options.out, learner.arrays(), eyes)
    curve.next = 0
    curve.show(minutes(), moves, learner.arrays(), games=1000, seed=2 * 10**6)
    return learner.arrays()


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--game", default="marrakech", choices=["marrakech", "facir"])
    parser.add_argument("--minutes", type=float, default=30, help="of the processor; default 30")
    parser.add_argument("--out", type=Path, default=Path("policy.npz"))
    parser.add_argument("--teacher", default="x1", help="who says what moves are worth")
    parser.add_argument("--lessons", type=float, default=0.9, help="the part of the time for them")
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
    eyes = Eyes(options.game)
    save(options.out, train(options, eyes), eyes)


if __name__ == "__main__":
    main()
