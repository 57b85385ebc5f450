// Reads a file with lectern-reactor.wasm in wazero, from Go:
//
//	go run . lectern-reactor.wasm FILE
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
)

func run(wasmPath, path string) error {
	file, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	ctx := context.Background()
	reactor, err := Open(ctx, wasmPath)
	defer reactor.Close(ctx)
	if err != nil {
		return err
	}
	text, err := reactor.ReadJSON(ctx, file, map[string]any{"file_path": path}, map[string]any{})
	if err != nil {
		return err
	}
	var result struct {
		Content string `json:"content"`
	}
	if err := json.Unmarshal(text, &result); err != nil {
		return err
	}
	fmt.Println(result.Content)
	return nil
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: wasi-wazero lectern-reactor.wasm FILE")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
