// SPDX-License-Identifier: BSL-1.0
// Two authorization servers of others on the loopback address: oidc-provider, which is certified for OpenID Connect, and
// oauth2-mock-server, which says what it is told; and a service that asks oidc-provider about each token.
//   node authority.mjs MODULES PROVIDER MOCK SERVICE      the folder of the packages, and three ports
// GET /stats of the service: what was counted so far. POST /next: what the mock changes of its next responses, each {"status", "body",
// "change", "without"}. POST /withdraw: after so many further calls the token that they had is withdrawn.
import http from "node:http";
import path from "node:path";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [modules, ...ports] = process.argv.slice(2);
const [providerPort, mockPort, servicePort] = ports.map(Number);
const require = createRequire(path.join(modules, "x.js"));
const { Provider } = await import(pathToFileURL(path.join(modules, "node_modules/oidc-provider/lib/index.js")).href)
  .then(module => ({ Provider: module.default }));
const { OAuth2Server } = require("oauth2-mock-server");

const counts = { issued: 0, refused: 0, expired: 0, forbidden: 0, served: 0, mocked: 0, basic: 0, post: 0 };
const client = (id, secret, method, scope) => ({
  client_id: id, client_secret: secret, token_endpoint_auth_method: method, scope,
  grant_types: ["client_credentials"], response_types: [], redirect_uris: [],
});
const scope = "tickets.read tickets.write api://app/.default";
const provider = new Provider(`http://127.0.0.1:${providerPort}`, {
  clients: [
    // What a form and Basic have to escape: RFC 6749, section 2.3.1.
    client("kiosk:7 %", "s:e+c/r e%t&=~?\"<>#", "client_secret_basic", scope),
    client("posting", "s:e+c/r e%t&=~?\"<>#", "client_secret_post", scope),
    client("short", "short-secret", "client_secret_basic", scope),
    client("reader", "reader-secret", "client_secret_basic", "tickets.read"),
    client("c11e0000-0000-4000-8000-00000000000a", "secret-of-the-command-line", "client_secret_post", scope),
  ],
  scopes: ["tickets.read", "tickets.write", "api://app/.default"],
  features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false }, introspection: { enabled: true } },
  ttl: { ClientCredentials: (_, __, who) => who.clientId === "short" ? 3 : 600 },
  routes: { token: "/directory/oauth2/v2.0/token" },
});
provider.on("grant.success", () => counts.issued++);
provider.on("grant.error", () => counts.refused++);
provider.use(async (context, next) => {
  if (context.path.endsWith("/token")) counts[context.headers.authorization ? "basic" : "post"]++;
  await next();
});
provider.listen(providerPort, "127.0.0.1");

const mock = new OAuth2Server();
await mock.issuer.keys.generate("RS256");
const next = [];
mock.service.on("beforeResponse", response => {
  counts.mocked++;
  const told = next.shift();
  if (!told) return;
  if (told.status) response.statusCode = told.status;
  if (told.body) response.body = told.body;
  for (const [name, value] of Object.entries(told.change ?? {})) response.body[name] = value;
  for (const name of told.without ?? []) delete response.body[name];
});
await mock.start(mockPort, "127.0.0.1");

let left = 0; // calls until the token is withdrawn; 0: it is not
const answer = (response, status, body, headers = {}) => {
  response.writeHead(status, { "Content-Type": "application/json", ...headers });
  response.end(JSON.stringify(body));
};
http.createServer(async (request, response) => {
  if (request.url === "/stats") return answer(response, 200, counts);
  if (["/next", "/withdraw"].includes(request.url)) {
    let text = "";
    for await (const piece of request) text += piece;
    if (request.url === "/next") next.push(...JSON.parse(text));
    else left = JSON.parse(text);
    return answer(response, 200, {});
  }
  const token = (request.headers.authorization ?? "").replace(/^Bearer /, "");
  if (token.split(".").length !== 3) { // not one of the mock's
    const found = await provider.ClientCredentials.find(token);
    if (!found || found.isExpired) {
      counts.expired++;
      return answer(response, 401, {}, { "WWW-Authenticate": 'Bearer error="invalid_token", error_description="expired"' });
    }
    const needed = request.method === "GET" ? "tickets.read" : "tickets.write";
    if (!(found.scope ?? "").split(" ").some(one => one === needed || one === "api://app/.default")) {
      counts.forbidden++;
      return answer(response, 403, {}, { "WWW-Authenticate": `Bearer error="insufficient_scope", scope="${needed}"` });
    }
    if (left > 0 && --left === 0) await found.destroy();
  }
  counts.served++;
  answer(response, 200, { events: [] });
}).listen(servicePort, "127.0.0.1");
