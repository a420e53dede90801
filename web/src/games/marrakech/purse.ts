import type { Attachment } from "svelte/attachments";
import type { MarrakechController } from "./controller.svelte";

/** Tell the table where a purse is on the screen, so that coins can fly there. */
export function purse(table: MarrakechController, seat: number): Attachment {
  return (element) => {
    table.show.purses.set(seat, element);
    return () => {
      if (table.show.purses.get(seat) === element) table.show.purses.delete(seat);
    };
  };
}
