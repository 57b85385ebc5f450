// A span for each read, through `onRead`: what was read, how long it took, why it failed. Prints the spans; put your exporter in
// the place of the console's.
import { resolve } from 'node:path';

import { SpanStatusCode, trace } from '@opentelemetry/api';
import { BasicTracerProvider, ConsoleSpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { createReadTool } from 'lectern';
import { nodeFs } from 'lectern/fs/node';

const [directory = '.', ...names] = process.argv.slice(2);
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(new ConsoleSpanExporter())] });
trace.setGlobalTracerProvider(provider);
const tracer = trace.getTracer('lectern');

/** A read as a span that ends now; one of the same context is its parent. */
function record({ path, success, errorCode, mimeType, contentType, sizeBytes, loadedBytes, durationMs, truncated, cause }) {
  const span = tracer.startSpan('lectern.read', {
    startTime: Date.now() - durationMs,
    attributes: {
      'file.path': path ?? '',
      'file.size': sizeBytes,
      'lectern.mime_type': mimeType,
      'lectern.content_type': contentType,
      'lectern.loaded_bytes': loadedBytes,
      'lectern.truncated': truncated,
      ...(success ? {} : { 'error.type': errorCode }),
    },
  });
  if (!success) span.setStatus({ code: SpanStatusCode.ERROR, message: errorCode ?? '' });
  if (cause instanceof Error) span.recordException(cause);
  span.end();
}

const tool = createReadTool({ fs: nodeFs(), root: resolve(directory), onRead: record });
for (const file_path of names) await tool.execute({ file_path });
await provider.shutdown();
