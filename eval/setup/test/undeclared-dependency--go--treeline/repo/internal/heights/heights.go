// Package heights orders files by their size.
package heights

import (
	"fmt"
	"io/fs"
	"sort"

	"github.com/dustin/go-humanize"
)

// Of lists the files of a folder, largest first.
func Of(files fs.FS) ([]string, error) {
	type file struct {
		name string
		size int64
	}
	var found []file
	err := fs.WalkDir(files, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			found = append(found, file{path, info.Size()})
		}
		return err
	})
	sort.Slice(found, func(a, b int) bool { return found[a].size > found[b].size })
	list := make([]string, len(found))
	for at, f := range found {
		list[at] = fmt.Sprintf("%s %s", f.name, humanize.Bytes(uint64(f.size)))
	}
	return list, err
}
