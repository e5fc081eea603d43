// A Probot app that does nothing: what mneme is measured against.
import { Probot, Server } from "probot";

const { APP_ID, PRIVATE_KEY, WEBHOOK_SECRET, PORT } = process.env;
const server = new Server({
  port: Number(PORT),
  host: "127.0.0.1",
  Probot: Probot.defaults({ appId: APP_ID, privateKey: PRIVATE_KEY, secret: WEBHOOK_SECRET }),
});
await server.load((app) => {
  app.on("issue_comment.created", () => undefined);
});
await server.start();
