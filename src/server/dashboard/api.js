// The dashboard's only way to the API.
const tokenKey = 'newshawk-token';

export class ApiError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Kept for this tab only. */
export const keepToken = (token) => sessionStorage.setItem(tokenKey, token);

const get = (path) => ask(path, {});

async function ask(path, { method = 'GET', payload }) {
  const token = sessionStorage.getItem(tokenKey);
  let response;
  try {
    const headers = {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(payload !== undefined && { 'content-type': 'application/json' }),
    };
    response = await fetch(path, { method, headers, body: payload && JSON.stringify(payload) });
  } catch {
    throw new ApiError(0, 'The server does not answer. Is `newshawk serve` still running?');
  }
  if (response.ok) return response;
  const body = await response.json().catch(() => null);
  throw new ApiError(response.status, body?.error?.message ?? `${path} gave status ${response.status}.`);
}

/** @param parameters empty values are left out */
export async function json(path, parameters = {}) {
  const present = Object.entries(parameters).filter(
    ([, value]) => value !== '' && value !== null && value !== undefined,
  );
  const query = new URLSearchParams(present).toString();
  return (await get(query === '' ? path : `${path}?${query}`)).json();
}

export const text = async (path) => (await get(path)).text();

/** An object URL for an <img>: the browser's own image request would lack the token. */
export const imageUrl = async (path) => URL.createObjectURL(await (await get(path)).blob());

/** Sends a request that changes the store. @param payload sent as JSON; absent for DELETE @returns the answer's JSON; null: it has none */
export async function send(method, path, payload) {
  const response = await ask(path, { method, payload });
  return response.status === 204 ? null : response.json();
}
