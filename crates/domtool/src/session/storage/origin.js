// Reads and sets what an origin keeps, in an empty document of it that domtool has made. No script of the site runs there, so nothing here
// has to be on its guard; what a file holds is data that is parsed, never code.
//
// Values of IndexedDB are written in the form that Playwright reads: JSON as it is where that says all, else tagged (`d` a date, `m` a
// map, `ta` a typed array...). What has no such form is left out, and told.
//
// Gives the two functions that Rust calls; each answers JSON.
(() => {
  "use strict";
  /** What of one origin goes into a file, in UTF-16 units of JSON. */
  const MOST = 64 * 1024 * 1024;
  /** How many records are asked for at once. */
  const BATCH = 100;

  /** @type {Record<string, new (buffer: ArrayBuffer) => ArrayBufferView>} */
  const TYPED = {
    i8: Int8Array,
    ui8: Uint8Array,
    ui8c: Uint8ClampedArray,
    i16: Int16Array,
    ui16: Uint16Array,
    i32: Int32Array,
    ui32: Uint32Array,
    f32: Float32Array,
    f64: Float64Array,
    bi64: BigInt64Array,
    bui64: BigUint64Array,
  };
  /** @type {Record<string, ErrorConstructor>} */
  const ERRORS = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };
  const WORDS = new Map([
    [undefined, "undefined"],
    [NaN, "NaN"],
    [Infinity, "Infinity"],
    [-Infinity, "-Infinity"],
  ]);

  class NoForm extends Error {}

  /** @param {unknown} value */
  const kindOf = (value) => Object.prototype.toString.call(value).slice(8, -1);

  /** @param {Uint8Array} bytes */
  const toBase64 = (bytes) => {
    let text = "";
    for (let at = 0; at < bytes.length; at += 0x8000) {
      text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
    }
    return btoa(text);
  };

  /** @param {string} text */
  const fromBase64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

  /** @param {string} text */
  const named = (text) => {
    if (!text.isWellFormed()) throw new NoForm("half a letter in a name");
    return text;
  };

  // The tagged form of a value, and whether the value is JSON as it is.
  /** @param {unknown} root */
  const encoded = (root) => {
    let plain = true;
    /** @type {Map<object, number>} */
    const seen = new Map();
    /** @param {any} value @returns {unknown} */
    const tagged = (value) => {
      if (value === null) return { v: "null" };
      if (typeof value === "string" || typeof value === "boolean") return value;
      if (typeof value === "number" && Number.isFinite(value) && !Object.is(value, -0)) return value;
      if (Array.isArray(value) || (typeof value === "object" && kindOf(value) === "Object")) {
        const known = seen.get(value);
        if (known !== undefined) {
          plain = false;
          return { ref: known };
        }
        const id = seen.size + 1;
        seen.set(value, id);
        const keys = Object.keys(value);
        if (!Array.isArray(value)) return { o: keys.map((k) => ({ k, v: tagged(value[k]) })), id };
        if (keys.length !== value.length || keys.some((key, at) => key !== String(at)))
          throw new NoForm("a list with gaps or names");
        return { a: value.map(tagged), id };
      }
      plain = false;
      if (Object.is(value, -0)) return { v: "-0" };
      const word = WORDS.get(value);
      if (word !== undefined) return { v: word };
      if (typeof value === "bigint") return { bi: String(value) };
      const known = seen.get(value);
      if (known !== undefined) return { ref: known };
      const kind = kindOf(value);
      switch (kind) {
        case "Date":
          if (Number.isNaN(value.getTime())) throw new NoForm("a date that is none");
          return { d: value.toJSON() };
        case "RegExp":
          return { r: { p: value.source, f: value.flags } };
        case "Error":
          if (Object.hasOwn(value, "cause")) throw new NoForm("an error with a cause");
          return { e: { n: value.name, m: value.message, s: String(value.stack) } };
        case "ArrayBuffer":
          if (value.resizable) throw new NoForm("a buffer that grows");
          return { ab: { b: toBase64(new Uint8Array(value)) } };
        case "Map": {
          const id = seen.size + 1;
          seen.set(value, id);
          return { m: [...value].map(([k, v]) => ({ k: tagged(k), v: tagged(v) })), id };
        }
        case "Set": {
          const id = seen.size + 1;
          seen.set(value, id);
          return { s: [...value].map(tagged), id };
        }
      }
      for (const [k, type] of Object.entries(TYPED)) {
        if (value instanceof type) {
          return { ta: { b: toBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)), k } };
        }
      }
      throw new NoForm(kind);
    };
    const form = tagged(root);
    return { plain, form };
  };

  /** @param {any} form @param {Map<number, object>} refs @returns {any} */
  const decoded = (form, refs = new Map()) => {
    if (form === null || typeof form !== "object") return form;
    /** @template {object} T @param {T} made */
    const noted = (made) => {
      refs.set(form.id, made);
      return made;
    };
    if ("ref" in form) {
      if (!refs.has(form.ref)) throw new TypeError();
      return refs.get(form.ref);
    }
    if ("v" in form) {
      if (form.v === "null") return null;
      if (form.v === "-0") return -0;
      for (const [value, word] of WORDS) if (word === form.v) return value;
    }
    if ("d" in form) return new Date(form.d);
    if ("bi" in form) return BigInt(form.bi);
    if ("r" in form) return new RegExp(form.r.p, form.r.f);
    if ("e" in form) {
      const made = new (Object.hasOwn(ERRORS, form.e.n) ? ERRORS[form.e.n] : Error)(form.e.m);
      made.stack = form.e.s;
      return made;
    }
    if ("ab" in form) return fromBase64(form.ab.b).buffer;
    if ("ta" in form && Object.hasOwn(TYPED, form.ta.k)) return new TYPED[form.ta.k](fromBase64(form.ta.b).buffer);
    if ("a" in form) {
      /** @type {unknown[]} */
      const list = noted([]);
      for (const item of form.a) list.push(decoded(item, refs));
      return list;
    }
    if ("o" in form) {
      const made = noted({});
      for (const { k, v } of form.o) {
        const value = decoded(v, refs);
        Object.defineProperty(made, k, { value, enumerable: true, configurable: true, writable: true });
      }
      return made;
    }
    if ("m" in form) {
      const map = noted(new Map());
      for (const { k, v } of form.m) map.set(decoded(k, refs), decoded(v, refs));
      return map;
    }
    if ("s" in form) {
      const set = noted(new Set());
      for (const item of form.s) set.add(decoded(item, refs));
      return set;
    }
    throw new TypeError();
  };

  /** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
  const answer = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });

  /** @param {"key" | "value"} name @param {unknown} value */
  const field = (name, value) => {
    const { plain, form } = encoded(value);
    return plain ? `"${name}":${JSON.stringify(value)}` : `"${name}Encoded":${JSON.stringify(form)}`;
  };

  /** @param {string | string[] | null} path */
  const keyPath = (path) => {
    if (Array.isArray(path)) return { keyPathArray: path.map(named) };
    return path === null ? {} : { keyPath: named(path) };
  };

  /** @param {object} head @param {string} name @param {string[]} items */
  const withList = (head, name, items) => `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(name)}:[${items.join(",")}]}`;

  // What one call reads: the size so far, and what was left out.
  class Reading {
    size = 0;
    /** @type {{ area: string, name: string, reason: string, count: number | undefined, kind: string | undefined }[]} */
    leftOut = [];

    /** @param {string} text */
    add(text) {
      this.size += text.length;
      if (this.size > MOST) throw new RangeError("too large");
      return text;
    }

    /** @param {string} area @param {string} name @param {string} reason @param {number} [count] @param {string} [kind] */
    leave(area, name, reason, count, kind) {
      this.leftOut.push({ area, name: name.toWellFormed(), reason, count, kind });
    }

    /** @param {IDBObjectStore} store @param {string} database */
    async store(store, database) {
      /** @type {string[]} */
      const records = [];
      /** @type {Map<string, number>} */
      const without = new Map();
      /** @type {IDBKeyRange | undefined} */
      let range;
      for (;;) {
        const keys = await answer(store.getAllKeys(range, BATCH));
        const values = await answer(store.getAll(range, BATCH));
        keys.forEach((key, at) => {
          try {
            const fields = store.keyPath === null ? [field("key", key)] : [];
            fields.push(field("value", values[at]));
            records.push(`{${fields.join(",")}}`);
          } catch (error) {
            // One that is nested deeper than the stack goes.
            const kind = error instanceof NoForm ? error.message : "a value nested so deep";
            without.set(kind, (without.get(kind) ?? 0) + 1);
            return;
          }
          this.add(records[records.length - 1] ?? "");
        });
        if (keys.length < BATCH) break;
        range = IDBKeyRange.lowerBound(keys[keys.length - 1], true);
      }
      const indexes = [...store.indexNames].map((name) => {
        const { keyPath: path, multiEntry, unique } = store.index(name);
        return { name: named(name), ...keyPath(path), multiEntry, unique };
      });
      const { autoIncrement } = store;
      const head = { name: named(store.name), autoIncrement, ...keyPath(store.keyPath), indexes };
      for (const [kind, count] of without) {
        this.leave("indexed_db", `${database}/${store.name}`, "no_form", count, kind);
      }
      return withList(head, "records", records);
    }

    /** @param {string} name */
    async database(name) {
      const opening = indexedDB.open(name);
      // It was deleted meanwhile: it is not made anew.
      opening.onupgradeneeded = () => opening.transaction?.abort();
      const database = await answer(opening);
      try {
        /** @type {string[]} */
        const stores = [];
        if (database.objectStoreNames.length > 0) {
          const transaction = database.transaction(database.objectStoreNames, "readonly");
          for (const store of database.objectStoreNames) {
            stores.push(await this.store(transaction.objectStore(store), name));
          }
        }
        return withList({ name: named(name), version: database.version }, "stores", stores);
      } finally {
        database.close();
      }
    }

    async databases() {
      /** @type {string[]} */
      const all = [];
      for (const { name = "" } of await indexedDB.databases()) {
        const [size, left] = [this.size, this.leftOut.length];
        try {
          all.push(await this.database(name));
        } catch (error) {
          // Half a database would pass for one.
          this.size = size;
          this.leftOut.length = left;
          if (error instanceof NoForm) this.leave("indexed_db", name, "no_form", undefined, error.message);
          else if (error instanceof RangeError) this.leave("indexed_db", name, "too_large");
          else if (!(error instanceof DOMException && error.name === "AbortError")) {
            this.leave("indexed_db", name, "unreadable");
          }
        }
      }
      return all;
    }

    local() {
      /** @type {{ name: string, value: string }[]} */
      const items = [];
      // By numbers, as an item named like a method of the storage is not among its properties.
      for (let at = 0; at < localStorage.length; at += 1) {
        const name = localStorage.key(at) ?? "";
        const value = localStorage.getItem(name) ?? "";
        if (name.isWellFormed() && value.isWellFormed()) items.push({ name, value });
        else this.leave("local", name, "no_form", 1, "half a letter");
      }
      return items;
    }
  }

  const read = async () => {
    const reading = new Reading();
    const head = { at: origin, localStorage: reading.local() };
    const databases = await reading.databases();
    return withList({ ...head, leftOut: reading.leftOut }, "indexedDB", databases);
  };

  /** @param {any} record @param {"key" | "value"} name */
  const taken = (record, name) => {
    const coded = `${name}Encoded`;
    return coded in record ? decoded(record[coded]) : record[name];
  };

  // A database in the place of the one of its name.
  /** @param {any} from */
  const setDatabase = async (from) => {
    const deleting = indexedDB.deleteDatabase(from.name);
    const blocked = new Promise((_, reject) => {
      deleting.onblocked = () => reject(new DOMException("", "Blocked"));
    });
    await Promise.race([answer(deleting), blocked]);
    const opening = indexedDB.open(from.name, from.version);
    opening.onupgradeneeded = () => {
      for (const store of from.stores) {
        const made = opening.result.createObjectStore(store.name, {
          autoIncrement: store.autoIncrement,
          keyPath: store.keyPathArray ?? store.keyPath ?? null,
        });
        for (const { name, keyPath, keyPathArray, unique, multiEntry } of store.indexes) {
          made.createIndex(name, keyPathArray ?? keyPath ?? "", { unique, multiEntry });
        }
      }
    };
    const database = await answer(opening);
    try {
      if (from.stores.length === 0) return;
      const transaction = database.transaction(database.objectStoreNames, "readwrite");
      const done = new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error);
      });
      done.catch(() => {});
      try {
        for (const store of from.stores) {
          const into = transaction.objectStore(store.name);
          for (const record of store.records) {
            const value = taken(record, "value");
            if (into.keyPath === null) into.add(value, taken(record, "key"));
            else into.add(value);
          }
        }
      } catch (error) {
        transaction.abort();
        throw error;
      }
      await done;
    } finally {
      database.close();
    }
  };

  // Why something was refused goes without what it was: the words of an error may quote a value.
  /** @param {string} own @param {string} text */
  const write = async (own, text) => {
    if (origin !== own) return JSON.stringify({ refused: "elsewhere" });
    const { localStorage: items, indexedDB: databases = [] } = JSON.parse(text);
    let area = "local storage";
    try {
      for (const { name, value } of items) localStorage.setItem(name, value);
      for (const database of databases) {
        area = "IndexedDB";
        await setDatabase(database);
      }
    } catch (error) {
      return JSON.stringify({ refused: area, error: error instanceof Error ? error.name : "" });
    }
    return JSON.stringify({ refused: null });
  };

  return { read, write };
})();
