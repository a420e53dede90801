// How the page reaches a room: by a socket to the server, or by a line to this browser's own rooms.

/** What the page needs of a socket. */
export interface Line {
  readonly isOpen: boolean;
  onopen: () => void;
  onmessage: (text: string) => void;
  onclose: (code: number) => void;
  send: (text: string) => void;
  close: () => void;
}

/** The names of rooms that live in this browser begin so. */
const HERE = "here-";

export function isHere(room: string): boolean {
  return room.startsWith(HERE);
}

/** Open a line to a room. */
export function lineTo(room: string): Line {
  return isHere(room) ? new LazyLine() : new RemoteLine();
}

class RemoteLine implements Line {
  onopen = (): void => undefined;
  onmessage: (text: string) => void = () => undefined;
  onclose: (code: number) => void = () => undefined;
  #socket: WebSocket;

  constructor() {
    const address = new URL("/ws", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    this.#socket = new WebSocket(address);
    this.#socket.onopen = () => this.onopen();
    this.#socket.onmessage = (event) => this.onmessage(String(event.data));
    this.#socket.onclose = (event) => this.onclose(event.code);
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  send(text: string): void {
    this.#socket.send(text);
  }

  close(): void {
    this.#socket.close();
  }
}

/** A line to this browser's own rooms; what it takes is loaded only now. */
class LazyLine implements Line {
  onopen = (): void => undefined;
  onmessage: (text: string) => void = () => undefined;
  onclose: (code: number) => void = () => undefined;
  #line: Line | null = null;
  #closed = false;

  constructor() {
    import("../local/host.svelte").then(
      ({ LocalLine }) => {
        if (this.#closed) return;
        const line = (this.#line = new LocalLine());
        line.onopen = () => this.onopen();
        line.onmessage = (text) => this.onmessage(text);
        line.onclose = (code) => this.onclose(code);
      },
      () => this.onclose(1013),
    );
  }

  get isOpen(): boolean {
    return this.#line?.isOpen ?? false;
  }

  send(text: string): void {
    this.#line?.send(text);
  }

  close(): void {
    this.#closed = true;
    this.#line?.close();
  }
}
