// What a page was made into, as a link's fragment and back: differences to what is shipped,
// deflated. What comes by a link is data, and never more than MOST_SHARED characters.

const MOST_SHARED = 1_000_000;

const checksum = (text) => {
  let sum = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return sum;
};

// a text as what differs from another one: [kept at the front, kept at the end, between, whose]
const difference = (base, text) => {
  let front = 0;
  const least = Math.min(base.length, text.length);
  while (front < least && base[front] === text[front]) front += 1;
  let end = 0;
  while (end < least - front && base.at(-1 - end) === text.at(-1 - end)) end += 1;
  return [front, end, text.slice(front, text.length - end), checksum(base)];
};

const applied = (base, [front, end, between, sum]) => {
  if (checksum(base) !== sum) throw new Misfit("this link was made with other encodings than this page has");
  return base.slice(0, front) + between + (end ? base.slice(-end) : "");
};

const through = async (stream, bytes, most = Infinity) => {
  const writer = stream.writable.getWriter();
  const written = writer.write(bytes).then(() => writer.close());
  const reader = stream.readable.getReader();
  const chunks = [];
  let size = 0;
  written.catch(() => {});
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    size += value.length;
    if (size > most) {
      reader.cancel().catch(() => {});
      throw new Misfit("this link holds more than a page takes");
    }
    chunks.push(value);
  }
  await written;
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
};

const bytesOf = (base64) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

const packed = async (state) => {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const small = await through(new CompressionStream("deflate-raw"), bytes);
  let text = "";
  for (let i = 0; i < small.length; i += 4096) text += String.fromCharCode(...small.subarray(i, i + 4096));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
};

const isText = (value) => typeof value === "string";

// a name as pylab/pages/lab/link.py takes it: it leads nowhere but into a folder
const isFile = (value) => isText(value) && /^(?:[^./][^/]*\/)*[^./][^/]*\.lp$/.test(value) && !/[\0-\x1f\x7f\\:*?"<>|]/.test(value);

// the state that a fragment holds. Misfit for what is none
const unpacked = async (fragment) => {
  let state;
  try {
    const bytes = bytesOf(fragment.replaceAll("-", "+").replaceAll("_", "/"));
    const text = await through(new DecompressionStream("deflate-raw"), bytes, MOST_SHARED);
    state = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(text));
  } catch (error) {
    if (error instanceof Misfit) throw error;
    throw new Misfit("this link is cut off, or none of pylab's");
  }
  return checkedState(state);
};

// whether a state has the members that it must have, of the right kinds
const checkedState = (state) => {
  const table = (value) => value && typeof value === "object" && !Array.isArray(value);
  const isDifference = (each) => Array.isArray(each) && each.length === 4 && isText(each[2])
    && [0, 1, 3].every((i) => Number.isInteger(each[i]) && each[i] >= 0);
  const right = table(state) && state.v === 1 && isText(state.family) && isText(state.task) && isText(state.puzzle)
    && (state.entry === "" || isFile(state.entry)) && table(state.files) && Object.keys(state.files).every(isFile)
    && Object.values(state.files).every(isDifference) && Array.isArray(state.overlays) && state.overlays.every(isFile)
    && table(state.constants) && Object.entries(state.constants).every(([name, value]) => isText(value) && CONSTANT.test(`${name}=${value}`));
  if (!right) throw new Misfit("this link is cut off, or none of pylab's");
  return state;
};
