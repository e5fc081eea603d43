import type { SentDelivery } from "../missed-deliveries.js";
import type { DeliveryLog } from "../recover-deliveries.js";
import type { Client } from "./client.js";
import { toForgeError } from "./map-error.js";

/** The app's log of deliveries, read as the app itself. */
export class OctokitDeliveryLog implements DeliveryLog {
  readonly #client: () => Promise<Client>;

  constructor(client: () => Promise<Client>) {
    this.#client = client;
  }

  async page(next: string | null): Promise<{ deliveries: SentDelivery[]; next: string | null }> {
    try {
      const { data, headers } = await (
        await this.#client()
      ).rest.apps.listWebhookDeliveries({ per_page: 100, ...(next === null ? {} : { cursor: next }) });
      return { deliveries: data.map(toSent), next: cursorOf(headers.link) };
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

/** GitHub names the page after this one in the header alone. */
function cursorOf(link: string | undefined): string | null {
  const url = /<([^<>]+)>; rel="next"/.exec(link ?? "")?.[1];
  return url === undefined ? null : new URL(url).searchParams.get("cursor");
}
