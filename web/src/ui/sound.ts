// The sounds of the table, made on the spot: no file to load. Before the first press browsers stay
// silent, and so does it; loaded with the page, it hears of a press before the table is there.

import { settings } from "./settings.svelte";

/** A tone of a sound: where it begins and ends, in Hertz, when and how long, in seconds. */
interface Tone {
  type: OscillatorType;
  from: number;
  to: number;
  after: number;
  lasts: number;
  loud: number;
}
/** A rustle: noise around a frequency. */
interface Rustle {
  around: number;
  after: number;
  lasts: number;
  loud: number;
}
type Part = Tone | Rustle;

function tone(from: number, after: number, lasts: number, loud: number, more = {}): Tone {
  return { type: "triangle", from, to: from, after, lasts, loud, ...more };
}

const SOUNDS = {
  /** A slipper on stone. */
  walk: [
    { around: 900, after: 0, lasts: 0.07, loud: 0.5 },
    tone(150, 0, 0.06, 0.25, { to: 90, type: "sine" }),
  ],
  /** The die in the hand. */
  die: [0, 0.09, 0.17, 0.27, 0.4].map((after) => ({ around: 2200, after, lasts: 0.04, loud: 0.4 })),
  /** Two coins that touch. */
  coin: [
    tone(2093, 0, 0.16, 0.12, { type: "sine" }),
    tone(3136, 0.02, 0.22, 0.08, { type: "sine" }),
    tone(2637, 0.11, 0.2, 0.08, { type: "sine" }),
  ],
  /** Wool that is rolled out. */
  rug: [
    { around: 420, after: 0, lasts: 0.26, loud: 0.6 },
    { around: 700, after: 0.2, lasts: 0.09, loud: 0.4 },
  ],
  /** A nail in wood. */
  nail: [tone(720, 0, 0.08, 0.2, { to: 480 }), { around: 3000, after: 0, lasts: 0.03, loud: 0.4 }],
  /** A card that lies on its nails. */
  fit: [
    { around: 500, after: 0, lasts: 0.12, loud: 0.5 },
    tone(523, 0.06, 0.3, 0.12),
    tone(784, 0.16, 0.4, 0.12),
  ],
  turn: [tone(587, 0, 0.45, 0.18), tone(880, 0.14, 0.45, 0.18)],
  win: [523, 659, 784, 1047].map((pitch, at) => tone(pitch, 0.13 * at, 0.5, 0.16)),
} satisfies Record<string, Part[]>;

export type SoundName = keyof typeof SOUNDS;

/** What a phone does with it, in milliseconds of shaking and resting. */
const SHAKES: Partial<Record<SoundName, number[]>> = {
  turn: [30],
  nail: [12],
  rug: [12],
  fit: [20, 40, 20],
  win: [30, 60, 30, 60, 60],
};
/** The same sound is not made again within so many milliseconds. */
const PAUSE = 60;

let pressed = false;
for (const press of ["pointerdown", "keydown"]) {
  addEventListener(press, () => (pressed = true), { capture: true, once: true });
}
let context: AudioContext | undefined;
let noise: AudioBuffer | undefined;
const last = new Map<SoundName, number>();

/** Make a sound, if somebody wants to hear it. */
export function sound(name: SoundName): void {
  const now = performance.now();
  if (now - (last.get(name) ?? -PAUSE) < PAUSE) return;
  last.set(name, now);
  if (!pressed) return;
  const shake = SHAKES[name];
  if (settings.haptics && shake) navigator.vibrate?.(shake);
  if (!settings.sound) return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    for (const part of SOUNDS[name]) make(context, part);
  } catch {
    // No sound on this machine; everything can be seen too.
  }
}

function make(audio: AudioContext, part: Part): void {
  const start = audio.currentTime + part.after;
  const end = start + part.lasts;
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(part.loud * settings.volume, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0005, end);
  const source = "around" in part ? rustling(audio, part, gain) : ringing(audio, part, gain);
  gain.connect(audio.destination);
  source.start(start);
  source.stop(end);
}

function ringing(audio: AudioContext, part: Tone, gain: GainNode): OscillatorNode {
  const source = new OscillatorNode(audio, { frequency: part.from, type: part.type });
  const start = audio.currentTime + part.after;
  source.frequency.setValueAtTime(part.from, start);
  source.frequency.exponentialRampToValueAtTime(part.to, start + part.lasts);
  source.connect(gain);
  return source;
}

function rustling(audio: AudioContext, part: Rustle, gain: GainNode): AudioBufferSourceNode {
  noise ??= whiteNoise(audio);
  const source = new AudioBufferSourceNode(audio, { buffer: noise, loop: true });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: part.around, Q: 0.9 });
  source.connect(filter).connect(gain);
  return source;
}

function whiteNoise(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = 2 * Math.random() - 1;
  return buffer;
}
