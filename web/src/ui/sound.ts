// A short sound of two tones, made on the spot: no file to load.

let context: AudioContext | undefined;

/** Say "your turn". Before the first touch of the page browsers stay silent. */
export function chime(): void {
  try {
    context ??= new AudioContext();
    tone(context, 587, 0);
    tone(context, 880, 0.14);
  } catch {
    // No sound on this machine; the title and the lantern say it too.
  }
}

function tone(audio: AudioContext, frequency: number, after: number): void {
  const start = audio.currentTime + after;
  const gain = new GainNode(audio, { gain: 0 });
  const source = new OscillatorNode(audio, { frequency, type: "triangle" });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(0.18, start + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.001, start + 0.45);
  source.connect(gain).connect(audio.destination);
  source.start(start);
  source.stop(start + 0.5);
}
