/** An error as S3 returns it. */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string = code) {
    super(message);
    this.name = "S3Error";
    this.status = status;
    this.code = code;
  }
}

export const notFound = (key: string) => new S3Error(404, "NoSuchKey", `The specified key does not exist: ${key}`);
export const noBucket = (bucket: string) => new S3Error(404, "NoSuchBucket", `The bucket does not exist: ${bucket}`);
export const accessDenied = (message: string) => new S3Error(403, "AccessDenied", message);
export const notImplemented = (what: string) =>
  new S3Error(501, "NotImplemented", `The local S3 does not know ${what}`);
export const preconditionFailed = () =>
  new S3Error(412, "PreconditionFailed", "At least one of the pre-conditions you specified did not hold");
