// A route of Next.js that reads a file.
import { createReadTool } from 'lectern';
import { nodeFs } from 'lectern/fs/node';

export const dynamic = 'force-dynamic';

export async function GET(request) {
  const { searchParams } = new URL(request.url);
  const tool = createReadTool({ fs: nodeFs(), root: process.env.FILES });
  const result = await tool.execute({ file_path: searchParams.get('file') });
  tool.dispose();
  return new Response(result.content);
}
