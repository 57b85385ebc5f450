/**
 * Which HTTP requests are answered. A page of a stranger can reach a server of this machine with a name that it points to
 * 127.0.0.1 (DNS rebinding); its browser tells that name as the host, and the page's origin.
 */

/** Which requests are answered. */
export interface RequestRules {
  /**
   * Names that the server is reached by, with or without a port: `['files.example.com', 'localhost:3000']`.
   *
   * @defaultValue any; only loopback's (`localhost`, `127.0.0.1`, `[::1]`, `0.0.0.0`) where the request's URL is loopback's
   */
  allowedHosts?: readonly string[];
  /**
   * Origins of pages that may send requests: `['https://app.example.com']`; `'*'` is every page. Requests without an
   * origin are not of a page and are always answered. The answers to a page's preflight requests are yours to give.
   *
   * @defaultValue those of loopback where the host is loopback's, and the server's own over HTTPS
   */
  allowedOrigins?: readonly string[];
}

/** Why a request is refused; undefined when it is answered. */
export type RequestGuard = (request: Request) => Response | undefined;

/** A name or an address, and maybe a port. */
const kHost = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;
/** With the addresses that stand for every one of this machine: who asks for those asks it. */
const kLoopback =
  /^(?:(?:[a-z0-9.-]+\.)?localhost\.?|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:(?:7f[0-9a-f]{2}:[0-9a-f]{1,4}|127(?:\.\d{1,3}){3})\])$/;

function withoutPort(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '');
}

function isLoopback(host: string): boolean {
  return kLoopback.test(withoutPort(host));
}

function isLoopbackOrigin(origin: string): boolean {
  const match = /^https?:\/\/([^/]+)$/.exec(origin);
  return match?.[1] !== undefined && kHost.test(match[1]) && isLoopback(match[1]);
}

function refusal(what: string): Response {
  const error = { code: -32000, message: `${what} is not allowed here` };
  return new Response(JSON.stringify({ jsonrpc: '2.0', error, id: null }), {
    status: 403,
    headers: { 'content-type': 'application/json' },
  });
}

/** @throws TypeError unless it is a list of strings */
function checkList(name: string, list: readonly string[] | undefined): void {
  const isList =
    list === undefined || (Array.isArray(list) && list.every((item) => typeof item === 'string'));
  if (!isList) throw new TypeError(`${name} must be an array of strings`);
}

/** @throws TypeError when a list is none */
export function makeGuard({ allowedHosts, allowedOrigins }: RequestRules): RequestGuard {
  checkList('allowedHosts', allowedHosts);
  checkList('allowedOrigins', allowedOrigins);
  const hosts = allowedHosts?.map((host) => host.toLowerCase());
  const isHostAllowed = (host: string, url: URL) => {
    if (!kHost.test(host)) return false;
    if (hosts) return hosts.includes(host.toLowerCase()) || hosts.includes(withoutPort(host));
    return !isLoopback(url.host) || isLoopback(host);
  };
  const isOriginAllowed = (origin: string, host: string) => {
    if (allowedOrigins) return allowedOrigins.includes(origin) || allowedOrigins.includes('*');
    // A rebound name has no certificate here: over HTTPS a page of this host is this host's.
    if (origin.toLowerCase() === `https://${host.toLowerCase()}`) return true;
    return isLoopback(host) && isLoopbackOrigin(origin);
  };
  return (request) => {
    const url = new URL(request.url);
    const host = request.headers.get('host') ?? url.host;
    if (!isHostAllowed(host, url)) return refusal('this host');
    const origin = request.headers.get('origin');
    return origin === null || isOriginAllowed(origin, host) ? undefined : refusal('this origin');
  };
}
