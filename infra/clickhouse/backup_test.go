package clickhouse_test

import (
	"path/filepath"
	"testing"
	"time"

	"upslope/infra/clickhouse"
	"upslope/infra/clickhouse/clickhousetest"
)

func TestABackupThatTheEngineCancelsIsBegunAgain(t *testing.T) {
	t.Parallel()
	db := clickhousetest.Open(t)
	for _, sql := range []string{
		"create table texts (text String) engine = MergeTree order by tuple()",
		"insert into texts select randomPrintableASCII(200) from numbers(1000000)",
	} {
		if err := db.Exec(t.Context(), sql, nil); err != nil {
			t.Fatal(err)
		}
	}
	for n := 0; !isCancelledOnce(t, db, filepath.Join(t.TempDir(), "backup")); n++ {
		if n == 5 {
			t.Fatal("five backups ended before they could be canceled")
		}
	}
}

// isCancelledOnce backs up while the engine is told to cancel that; false when the backup was quicker.
func isCancelledOnce(t *testing.T, db *clickhouse.DB, folder string) bool {
	t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- db.Backup(t.Context(), clickhouse.BackupPlace{Folder: folder}) }()
	count := func(status string) uint64 {
		var found []struct {
			Count uint64 `ch:"count"`
		}
		const sql = "select count() as count from system.backups where name like concat('%', {folder:String}, '%') and toString(status) = {status:String}"
		if err := db.Select(t.Context(), &found, sql, map[string]any{"folder": folder, "status": status}); err != nil {
			t.Fatal(err)
		}
		return found[0].Count
	}
	for count("BACKUP_CANCELLED") == 0 && count("BACKUP_CREATED") == 0 {
		const sql = "kill query where query like concat('BACKUP%', {folder:String}, '%') async"
		if err := db.Exec(t.Context(), sql, map[string]any{"folder": folder}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(5 * time.Millisecond)
	}
	if err := <-ended; err != nil || count("BACKUP_CREATED") != 1 {
		t.Errorf("%v, %d backups", err, count("BACKUP_CREATED"))
	}
	return count("BACKUP_CANCELLED") == 1
}
