// The worker that thinks for the bots, so that the table never stutters.

import { type Asked, type Thought, type ToBots, startPython } from "./runtime";

/** `jemaa.local.browser.BotsWorker`. */
interface BotsWorker {
  warm_up: () => void;
  think: (question: string) => string;
}

async function start(base: string): Promise<BotsWorker> {
  const python = await startPython(base, () => undefined);
  const browser = python.pyimport("jemaa.local.browser") as { BotsWorker: () => BotsWorker };
  const worker = browser.BotsWorker();
  worker.warm_up();
  return worker;
}

onmessage = (event: MessageEvent<ToBots>) => {
  const { base, port } = event.data;
  const worker = start(base);
  port.onmessage = ({ data }: MessageEvent<Asked>) => {
    const tell = (answer: string, fault = ""): void =>
      port.postMessage({ number: data.number, answer, fault } satisfies Thought);
    worker
      .then((bots) => tell(bots.think(data.question)))
      .catch((error: unknown) => tell("", String(error)));
  };
};
