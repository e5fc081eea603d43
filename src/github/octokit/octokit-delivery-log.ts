import type { DeliveryLog, SentDelivery } from "../recover-deliveries.js";
import type { Client } from "./client.js";
import { toForgeError } from "./map-error.js";

/** Pages of 100 read at most at once: the rest is older, and is read at another look. */
const MAX_PAGES = 50;

/** The app's log of deliveries, read as the app itself. */
export class OctokitDeliveryLog implements DeliveryLog {
  readonly #client: () => Promise<Client>;

  constructor(client: () => Promise<Client>) {
    this.#client = client;
  }

  async since(at: number): Promise<SentDelivery[]> {
    try {
      const client = await this.#client();
      const found: SentDelivery[] = [];
      let pages = 0;
      const options = { per_page: 100 };
      for await (const { data } of client.paginate.iterator(
        client.rest.apps.listWebhookDeliveries,
        options,
      )) {
        const read = data.map(toSent);
        found.push(...read.filter((delivery) => delivery.at >= at));
        pages += 1;
        if (pages >= MAX_PAGES || read.some((delivery) => delivery.at < at)) break;
      }
      return found;
    } catch (error) {
      throw toForgeError(error, "list the deliveries to this app");
    }
  }

  async redeliver(id: string): Promise<void> {
    try {
      await (await this.#client()).rest.apps.redeliverWebhookDelivery({ delivery_id: Number(id) });
    } catch (error) {
      throw toForgeError(error, `send delivery ${id} again`);
    }
  }
}

function toSent(item: { id: number; guid: string; status_code: number; delivered_at: string }): SentDelivery {
  return {
    id: String(item.id),
    guid: item.guid,
    accepted: item.status_code >= 200 && item.status_code < 300,
    at: Date.parse(item.delivered_at),
  };
}
