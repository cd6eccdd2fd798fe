/**
 * Takes what is not used out of a module of WebAssembly: exports that are not in `kept`, and the
 * bodies of functions that nothing reaches any more. Indexes stay as they are. Tables' functions
 * count as used. https://webassembly.github.io/spec/core/binary
 * @throws Error for an instruction or a segment that it does not know
 * @param {Uint8Array} bytes
 * @param {RegExp} kept names of exports
 * @returns {Uint8Array}
 */
export function trimWasm(bytes, kept) {
  const sections = [];
  for (let at = 8; at < bytes.length; ) {
    const id = bytes[at];
    const [size, start] = readLeb(bytes, at + 1);
    sections.push({ id, payload: bytes.subarray(start, start + size) });
    at = start + size;
  }
  const payloadOf = (id) => sections.find((section) => section.id === id)?.payload;
  const imported = countImportedFunctions(payloadOf(IMPORTS));
  const exported = readExports(payloadOf(EXPORTS)).filter(
    ({ name, kind }) => kind !== FUNCTION || kept.test(name),
  );
  const bodies = readBodies(payloadOf(CODE));

  const reached = new Set();
  const waiting = [
    ...exported.filter(({ kind }) => kind === FUNCTION).map(({ index }) => index),
    ...functionsOfTables(payloadOf(ELEMENTS)),
  ];
  const start = payloadOf(START);
  if (start) waiting.push(readLeb(start, 0)[0]);
  while (waiting.length > 0) {
    const index = waiting.pop();
    if (reached.has(index)) continue;
    reached.add(index);
    if (index >= imported) waiting.push(...calledIn(bodies[index - imported]));
  }

  const written = sections.map(({ id, payload }) => {
    if (id === EXPORTS)
      return section(id, [leb(exported.length), ...exported.map(({ raw }) => raw)]);
    if (id !== CODE) return section(id, [payload]);
    const parts = bodies.flatMap((body, at) => {
      const kept = reached.has(at + imported) ? body : NO_BODY;
      return [leb(kept.length), kept];
    });
    return section(id, [leb(bodies.length), ...parts]);
  });
  return Buffer.concat([bytes.subarray(0, 8), ...written]);
}

/**
 * Exports of the modules that the second Worker uses (pictures/); the glue of wasm-bindgen asks for the
 * rest by name.
 */
export const USED_EXPORTS = {
  "squoosh_png_bg.wasm": /^(__wbindgen.*|decode)$/,
  "index_bg.wasm":
    /^(__wbindgen.*|__wbg_((get|set)_bbox_.*|(resvg|renderedimage|bbox)_free)|resvg_(new|render|toString|getBBox)|renderedimage_(asPng|width|height|pixels))$/,
};

const [IMPORTS, EXPORTS, START, ELEMENTS, CODE] = [2, 7, 8, 9, 10];
const FUNCTION = 0;
/** No locals; `unreachable`; `end`. */
const NO_BODY = Uint8Array.of(0, 0, 0x0b);

function section(id, parts) {
  const payload = Buffer.concat(parts);
  return Buffer.concat([Uint8Array.of(id), leb(payload.length), payload]);
}

function leb(value) {
  const bytes = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.of(...bytes, rest);
    bytes.push((rest % 128) + 128);
  }
}

/** Unsigned, up to 32 bits. @returns the value and where the next thing is */
function readLeb(bytes, at) {
  let value = 0;
  for (let place = 0; ; place++) {
    const byte = bytes[at + place];
    value += (byte & 127) * 128 ** place;
    if (byte < 128) return [value, at + place + 1];
  }
}

function skipLeb(bytes, at) {
  let next = at;
  while (bytes[next] >= 128) next++;
  return next + 1;
}

function countImportedFunctions(payload) {
  if (!payload) return 0;
  let [count, at] = readLeb(payload, 0);
  let functions = 0;
  for (; count > 0; count--) {
    for (const _ of ["module", "name"]) {
      const [length, next] = readLeb(payload, at);
      at = next + length;
    }
    const kind = payload[at++];
    if (kind === FUNCTION) {
      functions++;
      at = skipLeb(payload, at);
    } else throw new Error(`An import of kind ${kind} is not known here.`);
  }
  return functions;
}

function readExports(payload) {
  const found = [];
  let [count, at] = readLeb(payload, 0);
  for (; count > 0; count--) {
    const begin = at;
    const [length, next] = readLeb(payload, at);
    const name = Buffer.from(payload.subarray(next, next + length)).toString("utf8");
    const kind = payload[next + length];
    const [index, end] = readLeb(payload, next + length + 1);
    found.push({ name, kind, index, raw: payload.subarray(begin, end) });
    at = end;
  }
  return found;
}

/** Function indexes of active segments, which is all that Rust writes. */
function functionsOfTables(payload) {
  if (!payload) return [];
  const found = [];
  let [count, at] = readLeb(payload, 0);
  for (; count > 0; count--) {
    const [flags, next] = readLeb(payload, at);
    if (flags !== 0) throw new Error(`A table segment of kind ${flags} is not known here.`);
    at = endOfExpression(payload, next, () => {});
    let [functions, first] = readLeb(payload, at);
    for (at = first; functions > 0; functions--) {
      const [index, after] = readLeb(payload, at);
      found.push(index);
      at = after;
    }
  }
  return found;
}

function readBodies(payload) {
  const bodies = [];
  let [count, at] = readLeb(payload, 0);
  for (; count > 0; count--) {
    const [size, start] = readLeb(payload, at);
    bodies.push(payload.subarray(start, start + size));
    at = start + size;
  }
  return bodies;
}

function calledIn(body) {
  const called = [];
  let [groups, at] = readLeb(body, 0);
  for (; groups > 0; groups--) at = skipLeb(body, at) + 1;
  endOfExpression(body, at, (index) => called.push(index));
  return called;
}

/** Count of numbers after an instruction; -1 is handled below. */
const OPERANDS = new Map([
  ...[
    0x02, 0x03, 0x04, 0x0c, 0x0d, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x3f, 0x40, 0x41, 0x42,
    0xd0,
  ].map((code) => [code, 1]),
  ...[0x11, 0x13].map((code) => [code, 2]),
  ...Array.from({ length: 0x3e - 0x28 + 1 }, (_, index) => [0x28 + index, 2]),
]);
const BULK_OPERANDS = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1];

/**
 * Reads instructions up to the `end` of the whole. @param onFunction receives each function that is
 * called or referred to
 */
function endOfExpression(bytes, from, onFunction) {
  let at = from;
  for (let depth = 1; depth > 0; ) {
    const code = bytes[at++];
    if (code >= 0x02 && code <= 0x04) depth++;
    if (code === 0x0b) depth--;
    if (code === 0x10 || code === 0x12 || code === 0xd2) {
      const [index, next] = readLeb(bytes, at);
      onFunction(index);
      at = next;
    } else if (code === 0x0e) {
      let [targets, next] = readLeb(bytes, at);
      for (at = next; targets >= 0; targets--) at = skipLeb(bytes, at);
    } else if (code === 0x1c) {
      const [types, next] = readLeb(bytes, at);
      at = next + types;
    } else if (code === 0x43) at += 4;
    else if (code === 0x44) at += 8;
    else if (code === 0xfc) {
      const [sub, next] = readLeb(bytes, at);
      at = next;
      for (let left = BULK_OPERANDS[sub] ?? unknown(code, sub); left > 0; left--)
        at = skipLeb(bytes, at);
    } else if (code === 0xfd) at = endOfVector(bytes, at);
    else
      for (let left = OPERANDS.get(code) ?? (isPlain(code) ? 0 : unknown(code)); left > 0; left--)
        at = skipLeb(bytes, at);
  }
  return at;
}

const isPlain = (code) =>
  [0x00, 0x01, 0x05, 0x0b, 0x0f, 0x1a, 0x1b, 0xd1].includes(code) || (code >= 0x45 && code <= 0xc4);

function endOfVector(bytes, from) {
  const [sub, at] = readLeb(bytes, from);
  const afterAddress = () => skipLeb(bytes, skipLeb(bytes, at));
  if (sub <= 11 || sub === 92 || sub === 93) return afterAddress();
  if (sub === 12 || sub === 13) return at + 16;
  if (sub >= 21 && sub <= 34) return at + 1;
  if (sub >= 84 && sub <= 91) return afterAddress() + 1;
  return at;
}

function unknown(...codes) {
  throw new Error(
    `The instruction ${codes.map((code) => `0x${code.toString(16)}`).join(" ")} is not known here.`,
  );
}
