import { generateKeyPairSync, sign } from "node:crypto";

/** An element of ASN.1 in DER: its tag, its length, its content. */
function element(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const length =
    body.length < 128
      ? [body.length]
      : body.length < 256
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

const sequence = (...parts: Buffer[]): Buffer => element(0x30, ...parts);
const identifier = (...bytes: number[]): Buffer => element(0x06, Buffer.from(bytes));
const integer = (value: number): Buffer => element(0x02, Buffer.from([value]));
const bits = (content: Buffer): Buffer => element(0x03, Buffer.from([0]), content);
const octets = (content: Buffer): Buffer => element(0x04, content);
const time = (text: string): Buffer => element(0x17, Buffer.from(text));

const ecdsaWithSha256 = sequence(identifier(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const commonName = (name: string): Buffer =>
  sequence(element(0x31, sequence(identifier(0x55, 0x04, 0x03), element(0x0c, Buffer.from(name)))));

/** A self-signed certificate of localhost, with its key; both in PEM. */
export function selfSigned(): { certificate: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const names = sequence(element(0x82, Buffer.from("localhost")), element(0x87, Buffer.from([127, 0, 0, 1])));
  const extensions = sequence(
    sequence(identifier(0x55, 0x1d, 0x11), octets(names)),
    // It is an authority, so that it can vouch for itself.
    sequence(identifier(0x55, 0x1d, 0x13), octets(sequence(element(0x01, Buffer.from([0xff]))))),
  );
  const body = sequence(
    element(0xa0, integer(2)),
    integer(1),
    ecdsaWithSha256,
    commonName("localhost"),
    sequence(time("200101000000Z"), time("491231235959Z")),
    commonName("localhost"),
    publicKey.export({ type: "spki", format: "der" }),
    element(0xa3, extensions),
  );
  const whole = sequence(body, ecdsaWithSha256, bits(sign("sha256", body, privateKey)));
  const lines = whole.toString("base64").match(/.{1,64}/g) ?? [];
  return {
    certificate: ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n"),
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}
